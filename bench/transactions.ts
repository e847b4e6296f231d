import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { listAllEntries } from '../server/src/features/ledger/list-all-entries.ts'
import { openDatabase } from '../server/src/platform/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres.ts'
import { migrateToLatest } from '../server/src/platform/migrate.ts'
import { fillTransactions, namedAlike, tenants, transactions } from './consoles/many-transactions.ts'
import { median, percentile, type Row } from './table.ts'

const timesEach = 30

type Asked = Partial<Parameters<typeof listAllEntries>[1]>

const anything: Parameters<typeof listAllEntries>[1] = {
  page: 1,
  itemPerPage: 20,
  noPagination: false,
  sendList: true,
  timeZone: 'America/New_York',
  isShortAscending: false,
  shortByColumn: 'createdAt',
}
const columns = [
  'createdAt',
  'username',
  'description',
  'tokenDebit',
  'tokenCredit',
  'newTokenBalance',
] as const
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const periods: [string, Asked][] = [
  ['one day', { startDate: dayBefore(1), endDate: dayBefore(0) }],
  ['a month', { startDate: dayBefore(200), endDate: dayBefore(170) }],
  ['half a year', { startDate: dayBefore(300), endDate: dayBefore(120) }],
]

/** The admin's list of all token transactions: every order, near and far pages, filters by date, searches. */
export async function benchTransactions(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await migrateToLatest(postgres.url)
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await fillTransactions(client)
    const { rows } = await client.query<{ username: string }>(
      "select username from users where role = 'consumer' limit 1 offset 777",
    )
    await client.end()
    return [
      [`rows of ${tenants} tenants`, String(transactions)],
      ...(await timeLists(postgres.url, listsOf(rows[0]?.username ?? ''))),
    ]
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function listsOf(username: string): [string, Asked][] {
  const orders = columns.flatMap((shortByColumn) =>
    [true, false].flatMap((isShortAscending) =>
      [1, 1_000].map((page): [string, Asked] => [
        `by ${shortByColumn}, ${isShortAscending ? 'up' : 'down'}, page ${page}`,
        { shortByColumn, isShortAscending, page },
      ]),
    ),
  )
  const filtered = periods.flatMap(([name, period]) =>
    columns.map((shortByColumn): [string, Asked] => [
      `${name} by ${shortByColumn}`,
      { ...period, shortByColumn },
    ]),
  )
  const searches = [
    username,
    username.slice(0, 3),
    namedAlike,
    username.slice(0, 2),
    username.slice(0, 1),
  ].flatMap((searchText): [string, Asked][] => [
    [`search '${searchText}'`, { searchText }],
    [`search '${searchText}', page 1,000`, { searchText, page: 1_000 }],
    ...periods.map(([name, period]): [string, Asked] => [
      `search '${searchText}' in ${name}`,
      { searchText, ...period },
    ]),
    [`search '${searchText}' by description`, { searchText, shortByColumn: 'description' }],
  ])
  return [...orders, ...filtered, ...searches]
}

async function timeLists(url: string, lists: readonly [string, Asked][]): Promise<Row[]> {
  const db = openDatabase(url, { poolSize: 2 })
  const rows: Row[] = []
  for (const [name, asked] of lists) {
    const times: number[] = []
    let items = ''
    for (let time = 0; time < timesEach; time++) {
      const askedAt = performance.now()
      const { totalItems, isApproximate } = await listAllEntries(db.reader, { ...anything, ...asked })
      times.push(performance.now() - askedAt)
      items = `${isApproximate ? 'about ' : ''}${totalItems}`
    }
    const figures = `median ${median(times).toFixed(1)} ms, p95 ${percentile(times, 95).toFixed(1)} ms`
    rows.push([name, `${figures}, ${items} entries`])
  }
  await db.close()
  return rows
}
