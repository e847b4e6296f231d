import type { Answer } from '@almanac/contract/endpoint'
import { type getReceipt, isPaidByCard } from '@almanac/contract/payments'
import type { ReactNode } from 'react'
import { useConsumerParams } from '../../api/session.ts'
import { useTenantDetails } from '../../api/tenant-details.ts'
import { useOwnZone } from '../../api/tenant-zone.ts'
import { imageUrl } from '../../api/url.ts'
import { EmailAddress } from '../../ui/email-address.tsx'
import { formatDateTime, formatMoney, formatTokens, formatZone } from '../../ui/format.ts'
import { keptAmount, paidWith, paymentStateWords } from '../../ui/payment-words.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './receipt.module.css'

type ReceiptFacts = Answer<typeof getReceipt>

/** A receipt as a page of the almanac, the same on paper: who sold what to whom, and that it is paid. */
export function Receipt({ receipt }: { receipt: ReceiptFacts }) {
  return (
    <article className={styles.receipt} aria-label={`Receipt ${receipt.id}`}>
      <header className={styles.head}>
        <Seller name={receipt.companyName} />
        <p className={styles.number}>
          <span className="num">Receipt {receipt.id}</span>
          <Tag kind={receipt.state === 'paid' ? 'good' : 'warn'}>{paymentStateWords[receipt.state]}</Tag>
        </p>
      </header>
      <dl className={styles.blocks}>
        <Block label="From">
          {receipt.companyName}
          <span>{receipt.supportEmail}</span>
        </Block>
        <Block label="To">
          {receipt.consumerName}
          <span>
            <EmailAddress>{receipt.email}</EmailAddress>
          </span>
        </Block>
        <PaidBlock receipt={receipt} />
      </dl>
      <Lines receipt={receipt} />
      <dl className={styles.facts}>
        {isPaidByCard(receipt) && (
          <div>
            <dt>On your statement</dt>
            <dd>{receipt.statementDescriptor}</dd>
          </div>
        )}
        {receipt.paymentReference && (
          <div>
            <dt>Payment reference</dt>
            <dd>{receipt.paymentReference}</dd>
          </div>
        )}
      </dl>
    </article>
  )
}

function Seller({ name }: { name: string }) {
  const { customerUrl } = useConsumerParams()
  const logoUrl = useTenantDetails(customerUrl).data?.logoUrl
  return (
    <div className={styles.seller}>
      {logoUrl && <img className="logo" src={imageUrl(logoUrl, 'public')} alt="" />}
      <h2>{name}</h2>
    </div>
  )
}

function PaidBlock({ receipt }: { receipt: ReceiptFacts }) {
  const timeZone = useOwnZone()
  return (
    <Block label="Paid with">
      {paidWith(receipt)}
      {receipt.isAutoPurchase && <span>by auto-purchase</span>}
      <span className="num">
        {formatDateTime(receipt.createdAt, timeZone)} {formatZone(timeZone)}
      </span>
    </Block>
  )
}

function Lines({ receipt }: { receipt: ReceiptFacts }) {
  const { packageName, numberOfTokens, amount, refundedAmount, lostAmount } = receipt
  return (
    <table className={styles.lines}>
      <caption className="sr-only">What was purchased</caption>
      <thead>
        <tr>
          <th scope="col">Package</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            <b>{packageName}</b>
            <span>{formatTokens(numberOfTokens)}</span>
          </td>
          <td>{formatMoney(amount)}</td>
        </tr>
        {refundedAmount !== 0 && <Row label="Refunded" amount={refundedAmount} />}
        {lostAmount !== 0 && <Row label="Returned by a dispute" amount={lostAmount} />}
        <Row label="Tax" amount={0} />
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total (USD)</th>
          <td>{formatMoney(keptAmount(receipt))}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function Row({ label, amount }: { label: string; amount: number }) {
  return (
    <tr>
      <td>{label}</td>
      <td>{formatMoney(amount)}</td>
    </tr>
  )
}

function Block({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
