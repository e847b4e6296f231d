import type { Reader, Tx } from '../../platform/database.ts'
import type { EntryKind } from './tables.ts'

/** What one entry says to lots; tokens are whole and exactly one of debit and credit is above 0. */
export interface LotRow {
  kind: EntryKind
  reference: string
  debit: number
  credit: number
}

/** Tokens that came together, by a purchase or from an admin, and what is left of them. */
export interface Lot {
  /** The entry that opened it: `purchase:12`. */
  reference: string
  kind: EntryKind
  creditedTokens: number
  unspentTokens: number
  /** Tokens that refunds and disputes of its purchase have taken, less those they gave back. */
  takenBackTokens: number
}

/** What a debit took from a lot. */
interface Taken {
  lot: Lot
  tokens: number
}

/**
 * A consumer's lots, oldest first, derived from all of its entries in their order (decision L8). Who credits opens a
 * lot; who spends takes from the oldest lots first; what comes back goes to the lots it was taken from; a refund or
 * dispute takes from its own purchase's lot alone. The unspent tokens of all lots are the balance.
 * @throws Error for entries that can't be: a debit that the lots do not cover, a lot with more than its credit.
 */
export function lotsOf(rows: readonly LotRow[]): Lot[] {
  const book = new LotBook()
  for (const row of rows) book.post(row)
  return book.lots
}

class LotBook {
  readonly lots: Lot[] = []
  readonly #byReference = new Map<string, Lot>()
  /** What Sunbursts took, by the debit's reference: their tokens may come back. */
  readonly #takenBy = new Map<string, Taken[]>()

  post(row: LotRow): void {
    switch (row.kind) {
      case 'purchase':
        this.#open(row)
        break
      case 'admin':
        if (row.credit > 0) this.#open(row)
        else this.#spend(row)
        break
      case 'reading':
        this.#spend(row)
        break
      case 'sunburst':
        this.#takenBy.set(row.reference, this.#spend(row))
        break
      case 'sunburst-return':
        this.#giveBack(row)
        break
      case 'refund':
      case 'refund-return':
      case 'dispute':
      case 'dispute-return':
        this.#takeBack(row)
        break
      default:
        throw new Error(`Nobody said what ${row.kind satisfies never} does to lots`)
    }
  }

  #open({ reference, kind, credit }: LotRow): void {
    const lot = { reference, kind, creditedTokens: credit, unspentTokens: credit, takenBackTokens: 0 }
    this.lots.push(lot)
    this.#byReference.set(reference, lot)
  }

  #spend(row: LotRow): Taken[] {
    const taken: Taken[] = []
    let missing = row.debit
    for (const lot of this.lots) {
      if (missing === 0) break
      const tokens = Math.min(lot.unspentTokens, missing)
      if (tokens === 0) continue
      change(lot, -tokens, row)
      taken.push({ lot, tokens })
      missing -= tokens
    }
    if (missing > 0) throw new Error(`${row.reference} takes ${missing} tokens that no lot has`)
    return taken
  }

  /** The token taken last comes back first, as if fewer had been taken. */
  #giveBack(row: LotRow): void {
    const taken = this.#takenBy.get(row.reference.replace(/^delivery-return:/, 'delivery:'))
    if (!taken) {
      // Without its debit it belongs to no purchase: its tokens can be spent, and none of them be refunded.
      this.#open(row)
      return
    }
    let missing = row.credit
    for (const part of taken.toReversed()) {
      const tokens = Math.min(part.tokens, missing)
      change(part.lot, tokens, row)
      part.tokens -= tokens
      missing -= tokens
    }
    if (missing > 0) throw new Error(`${row.reference} gives back ${missing} tokens that were not taken`)
  }

  #takeBack(row: LotRow): void {
    const lot = this.#purchaseOf(row)
    change(lot, row.credit - row.debit, row)
    lot.takenBackTokens += row.debit - row.credit
  }

  /** `refund:<purchase>:<refund>`, `dispute:<purchase>:<dispute>`, and their returns. */
  #purchaseOf({ kind, reference }: LotRow): Lot {
    const [start, purchaseId] = reference.split(':')
    const lot = start === kind && this.#byReference.get(`purchase:${purchaseId}`)
    if (!lot) throw new Error(`${reference} names no purchase of this consumer`)
    return lot
  }
}

function change(lot: Lot, tokens: number, by: LotRow): void {
  const unspentTokens = lot.unspentTokens + tokens
  if (unspentTokens < 0 || unspentTokens > lot.creditedTokens)
    throw new Error(
      `${by.reference} leaves ${unspentTokens} of the ${lot.creditedTokens} tokens of ${lot.reference}`,
    )
  lot.unspentTokens = unspentTokens
}

/** Keeps a consumer's balance as it is until the transaction ends, for whoever acts upon its lots. */
export async function lockWallet(tx: Tx, consumerId: number): Promise<void> {
  await tx
    .selectFrom('wallets')
    .select('consumerId')
    .where('consumerId', '=', consumerId)
    .forUpdate()
    .execute()
}

/**
 * A consumer's lots as they are now, oldest first. Who acts upon them holds the wallet (`lockWallet`) in the same
 * transaction, since a debit may come between.
 */
export async function readLots(
  reader: Reader | Tx,
  { tenantId, consumerId }: { tenantId: number; consumerId: number },
): Promise<Lot[]> {
  const rows = await reader
    .selectFrom('ledgerEntries')
    .select(['kind', 'reference', 'debit', 'credit'])
    .where('tenantId', '=', tenantId)
    .where('consumerId', '=', consumerId)
    // Entries of one consumer follow each other under the wallet's lock, and so do their ids.
    .orderBy('id')
    .execute()
  return lotsOf(rows)
}

/** The tokens of a purchase (`purchase:12`) that are not spent; 0 of one that was never credited. */
export function unspentOf(lots: readonly Lot[], purchaseReference: string): number {
  return lots.find(({ reference }) => reference === purchaseReference)?.unspentTokens ?? 0
}
