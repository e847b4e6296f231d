import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvFile } from './csv-file.ts'

const starts = [
  '',
  'Calm',
  'Calm\n',
  'Calm\r',
  'Calm\r\n',
  '"',
  '""',
  ',',
  ';',
  '\t',
  ' ',
  '\u{feff}',
  '\u2028',
  '\0',
]
const formulas = ['=', '+', '-', '@', '\t=', '\r=', '＝', '＋', '－', '＠', '=cmd|', 'x']
const ends = ['', '\n', '\r', ',', '"', '";"']

/** 1,008 names that a spreadsheet or a careless parser would take apart. */
const names = starts.flatMap((start) =>
  formulas.flatMap((formula) => ends.map((end) => `${start}${formula}cmd|' /C calc'!A0${end}`)),
)
const isFormula = /^[=+\-@\t\r＝＋－＠]/

test('1,008 hostile names come back from another parser as they were, one row each, and none as a formula', () => {
  expect(names.length).toBeGreaterThan(1_000)
  let id = 0
  const columns = [
    { head: 'Id', cell: () => id++ },
    { head: 'Name', cell: (name: string) => name },
    { head: 'Last', cell: () => 'end' },
  ]
  const { body } = csvFile('names.csv', columns, names)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body as Buffer)
  expect(text.startsWith('\u{feff}')).toBe(true)
  const { data, errors } = Papa.parse<string[]>(text.slice(1), {
    delimiter: ',',
    newline: '\r\n',
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  expect(data).toHaveLength(1 + names.length)
  for (const [index, name] of names.entries()) {
    expect(data[1 + index]).toEqual([String(index), isFormula.test(name) ? `'${name}` : name, 'end'])
  }
})
