import type { Answer } from '@almanac/contract/endpoint'
import type { getReceipt } from '@almanac/contract/payments'
import type { ReactNode } from 'react'
import { useUser } from '../../api/session.ts'
import { formatDateTime, formatMoney, formatTokens, formatZone } from '../../ui/format.ts'
import { keptAmount, paidWith } from './purchase-rules.ts'
import styles from './receipt.module.css'

type ReceiptFacts = Answer<typeof getReceipt>

/** A receipt as a page of the almanac, the same on paper. */
export function Receipt({ receipt }: { receipt: ReceiptFacts }) {
  const timeZone = useUser().timeZone ?? 'UTC'
  const { amount, refundedAmount } = receipt
  return (
    <article className={styles.receipt} aria-label={`Receipt ${receipt.id}`}>
      <header className={styles.head}>
        <h2>{receipt.companyName}</h2>
        <p className="num">
          Receipt {receipt.id}
          <br />
          {formatDateTime(receipt.createdAt, timeZone)} {formatZone(timeZone)}
        </p>
      </header>
      <table className={styles.lines}>
        <caption className="sr-only">What was purchased</caption>
        <thead>
          <tr>
            <th scope="col">Package</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          <Line name={receipt.packageName} detail={formatTokens(receipt.numberOfTokens)} amount={amount} />
          {refundedAmount !== 0 && <Line name="Refunded" amount={refundedAmount} />}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total (USD)</th>
            <td>{formatMoney(keptAmount(receipt))}</td>
          </tr>
        </tfoot>
      </table>
      <dl className={styles.facts}>
        <Fact label="Purchased by">
          {receipt.consumerName}, {receipt.email}
        </Fact>
        <Fact label="Paid with">
          {paidWith(receipt)}
          {receipt.isAutoPurchase && ', by auto-purchase'}
        </Fact>
        <Fact label="On your statement">{receipt.statementDescriptor}</Fact>
        {receipt.paymentReference && <Fact label="Payment reference">{receipt.paymentReference}</Fact>}
        <Fact label="Questions">{receipt.supportEmail}</Fact>
      </dl>
    </article>
  )
}

function Line({ name, detail, amount }: { name: string; detail?: string; amount: number }) {
  return (
    <tr>
      <td>
        <b>{name}</b>
        {detail && <span>{detail}</span>}
      </td>
      <td>{formatMoney(amount)}</td>
    </tr>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
