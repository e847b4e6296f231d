import { refused } from './errors.ts'
import { amountIssue, centsOf } from './money.ts'
import type { Money } from './rows.ts'

type Breakdown = Partial<Record<string, Money>>
export type Amount = Money & { breakdown?: Breakdown }
export type Item = { quantity: string; unit_amount: Money; tax?: Money }

const unitPath = '/purchase_units/0'
const added = ['item_total', 'tax_total', 'shipping', 'handling', 'insurance']
const taken = ['shipping_discount', 'discount']

/** The amount of an order, its parts and its items fit together. @throws 422 */
export function checkAmounts(amount: Amount, items: readonly Item[]): void {
  const at = `${unitPath}/amount`
  const problem = amountIssue(amount)
  if (problem) throw refused(problem.issue, { field: `${at}/${problem.field}`, value: amount.value })
  checkItems(amount, items)
  const { breakdown } = amount
  if (!breakdown) return
  const sum = (names: readonly string[]) =>
    names.reduce((total, name) => {
      const part = breakdown[name]
      if (part) checkPart(part, amount, `${at}/breakdown/${name}`)
      return total + (part ? centsOf(part) : 0)
    }, 0)
  if (sum(added) - sum(taken) !== centsOf(amount))
    throw refused('AMOUNT_MISMATCH', { field: `${at}/value`, value: amount.value })
}

function checkItems(amount: Amount, items: readonly Item[]): void {
  if (items.length === 0) return
  const field = `${unitPath}/amount/breakdown/item_total`
  const total = amount.breakdown?.item_total
  if (!total) throw refused('ITEM_TOTAL_REQUIRED', { field })
  const costs = items.map(({ quantity, unit_amount: each }, index) => {
    checkPart(each, amount, `${unitPath}/items/${index}/unit_amount`)
    return Number(quantity) * centsOf(each)
  })
  const cost = costs.reduce((sum, one) => sum + one, 0)
  if (cost !== centsOf(total)) throw refused('ITEM_TOTAL_MISMATCH', { field, value: total.value })
}

/** A part may be nothing, and is of the currency of the whole. */
function checkPart(part: Money, whole: Money, field: string): void {
  if (part.currency_code !== whole.currency_code) {
    throw refused('MULTI_CURRENCY_ORDER', { field: `${field}/currency_code`, value: part.currency_code })
  }
  const at = { field: `${field}/value`, value: part.value }
  if (Number(part.value) < 0) throw refused('CANNOT_BE_NEGATIVE', at)
  if (/[.]\d{3,}$/.test(part.value)) throw refused('DECIMAL_PRECISION', at)
}
