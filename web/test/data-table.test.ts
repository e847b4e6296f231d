// @vitest-environment happy-dom
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { screen, within } from '@testing-library/react'
import { type ComponentProps, createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { DataTable } from '../src/ui/data-table.tsx'
import { EmptyState } from '../src/ui/empty-state.tsx'
import { open } from './scene.ts'

interface Person {
  id: number
  name: string
  debit: number
}

type Table = ComponentProps<typeof DataTable<Person>>

const stella = { id: 1, name: 'Stella', debit: 7 }
const leo = { id: 2, name: 'Leo', debit: 0 }
const columns: Table['columns'] = [
  { id: 'name', head: 'Name', lead: true, sortBy: 'name', cell: ({ name }) => name },
  {
    id: 'debit',
    head: 'Token Debit',
    short: 'Debit',
    align: 'right',
    sortBy: 'debit',
    card: ({ debit }) => (debit === 0 ? 'none' : 'first'),
    cell: ({ debit }) => debit,
  },
]

const show = (props: Partial<Table>) =>
  open(() =>
    createElement(DataTable<Person>, {
      label: 'People',
      columns,
      rows: [stella, leo],
      rowKey: ({ id }) => id,
      rowName: ({ name }) => name,
      ...props,
    }),
  )
const acts = (count: number, does: (label: string, row: Person) => void) =>
  [
    { label: 'Edit', icon: IconPencil },
    { label: 'View', icon: IconEye },
    { label: 'Delete', icon: IconTrash, disabled: ({ id }: Person) => id === 2 },
  ]
    .slice(0, count)
    .map((act) => ({ ...act, onClick: (row: Person) => does(act.label, row) }))

test('heads are buttons by which rows are put in order, the one in order turned round', async () => {
  const onSort = vi.fn()
  const { user } = await show({ sort: { by: 'name', isAscending: true }, onSort })
  const heads = screen.getAllByRole('columnheader')
  expect(heads.map((head) => head.getAttribute('aria-sort'))).toEqual(['ascending', null])
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Name' }))
  await user.keyboard('{Enter}')
  await user.tab()
  await user.keyboard(' ')
  expect(onSort.mock.calls).toEqual([
    [{ by: 'name', isAscending: false }],
    [{ by: 'debit', isAscending: true }],
  ])
})

test('heads without an order to choose are plain words', async () => {
  await show({})
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('two acts on a row stand side by side, and one that is not possible is off', async () => {
  const does = vi.fn()
  const { user } = await show({ actions: acts(2, does) })
  await user.click(screen.getByRole('button', { name: 'View Leo' }))
  expect(does.mock.calls).toEqual([['View', leo]])
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
})

test('more of them stand side by side too where a list wants it', async () => {
  const does = vi.fn()
  const { user } = await show({ actions: acts(3, does), actionsAs: 'buttons' })
  await user.click(screen.getByRole('button', { name: 'Delete Stella' }))
  expect(does.mock.calls).toEqual([['Delete', stella]])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete Leo' }).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
})

test('more of them are a menu of the row, without what is not possible', async () => {
  const does = vi.fn()
  const opened = vi.fn()
  const { user } = await show({ actions: acts(3, does), onOpen: opened })
  const items = () => within(screen.getByRole('menu')).getAllByRole('menuitem')
  await user.click(screen.getByRole('button', { name: 'Actions for Leo' }))
  expect(items().map(({ textContent }) => textContent)).toEqual(['Edit', 'View'])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Actions for Stella' }))
  await user.keyboard('{End}{Enter}')
  expect(does.mock.calls).toEqual([['Delete', stella]])
  expect(opened).not.toHaveBeenCalled()
})

test('on a card a value has its place and its label', async () => {
  await show({})
  const place = (row: string) =>
    within(screen.getByRole('row', { name: new RegExp(row) })).getAllByRole('cell')[1]
  expect(place('Stella')?.getAttribute('data-label')).toBe('Debit')
  expect(place('Stella')?.className).toMatch(/first/)
  expect(place('Leo')?.className).toMatch(/none/)
})

test('before its rows are there it says so, its heads in their places', async () => {
  await show({ rows: undefined, waiting: 'Loading people' })
  expect(screen.getByRole('status', { name: 'Loading people' }).textContent).toBe('NameToken Debit')
  expect(screen.getByRole('status').querySelector('table')?.getAttribute('aria-hidden')).toBe('true')
})

test('of rows that are not there it says so once, and what to do', async () => {
  const action = createElement('button', { type: 'button' }, 'Add One')
  await show({ rows: [], empty: EmptyState({ action, children: 'Nobody is here yet.' }) })
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText('Nobody is here yet.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Add One' })).toBeDefined()
})
