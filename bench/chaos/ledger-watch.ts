import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** How often a snapshot is taken, from the start of one to the start of the next. */
const everyMs = 100

/** Each row is a sentence about a consumer whose tokens don't add up in this snapshot. */
const checks = `
  with chain as (
    select id, consumer_id, new_balance, credit - debit as change,
      lag(new_balance, 1, 0) over (partition by consumer_id order by id) as before
    from ledger_entries
  ), sums as (
    select consumer_id, sum(change) as total from chain group by consumer_id
  )
  select 'consumer ' || w.consumer_id || ' holds ' || w.balance || ', the entries say ' || coalesce(s.total, 0) as problem
    from wallets w left join sums s on s.consumer_id = w.consumer_id where w.balance <> coalesce(s.total, 0)
  union all
  select 'consumer ' || consumer_id || ' holds ' || balance from wallets where balance < 0
  union all
  select 'entry ' || id || ' does not follow the one before' from chain where new_balance <> before + change
  union all
  select 'entry ' || id || ' leaves ' || new_balance from chain where new_balance < 0`

export interface LedgerWatch {
  /** Ends it and tells what it saw. */
  stop(): Promise<{ snapshots: number; violations: string[] }>
}

/**
 * Checks, in one REPEATABLE READ snapshot every 100 ms, that each balance is the sum of its entries, that the entries
 * chain, and that none is negative. A lost connection is opened again.
 */
export function watchLedger(databaseUrl: string): LedgerWatch {
  const violations = new Set<string>()
  let snapshots = 0
  let isOver = false
  let client: pg.Client | undefined

  async function look(): Promise<void> {
    client ??= await open(databaseUrl)
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ problem: string }>(checks)
    await client.query('commit')
    snapshots += 1
    for (const { problem } of rows) violations.add(problem)
  }

  const watching = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await look().catch(async () => {
        await client?.end().catch(() => undefined)
        client = undefined
      })
      await wait(Math.max(0, everyMs - (performance.now() - startedAt)))
    }
    // The last word is about the end.
    await look()
    await client?.end()
  })()
  watching.catch(() => undefined)

  return {
    async stop() {
      isOver = true
      await watching
      return { snapshots, violations: [...violations] }
    },
  }
}

async function open(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 4_000 })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
