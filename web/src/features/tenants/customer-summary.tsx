import { paths } from '@almanac/contract/pages'
import type { Customer } from '@almanac/contract/tenants'
import { timeZones } from '@almanac/contract/time-zones'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { imageUrl } from '../../api/url.ts'
import { Button } from '../../ui/button.tsx'
import { EmailAddress } from '../../ui/email-address.tsx'
import { formatTokens } from '../../ui/format.ts'
import { formatPhone } from '../../ui/phone-number.ts'
import { CompanyLogo } from './company-logo.tsx'
import { missingWords, openStep } from './customer-rules.ts'
import styles from './customer-summary.module.css'
import { DeleteCustomerDialog } from './delete-customer-dialog.tsx'
import { wizardPath } from './use-customer.ts'

/** What a customer is, to be read; with the ways to change and to delete it. */
export function CustomerSummary({ customer }: { customer: Customer }) {
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <div className={styles.summary}>
      <div className={styles.head}>
        <CompanyLogo
          name={customer.companyName}
          url={customer.logoUrl && imageUrl(customer.logoUrl)}
          size="large"
        />
        <div className={styles.acts}>
          <Button component={Link} to={paths.admin.customerEdit(customer.id)} icon={IconPencil}>
            Edit Customer
          </Button>
          <Button kind="danger" icon={IconTrash} onClick={() => setIsDeleting(true)}>
            Delete Customer
          </Button>
        </div>
      </div>
      <Unfinished customer={customer} />
      <Facts customer={customer} />
      {isDeleting && <DeleteCustomerDialog customer={customer} onClose={() => setIsDeleting(false)} />}
    </div>
  )
}

function Unfinished({ customer }: { customer: Customer }) {
  const step = openStep(customer)
  if (step === null) return null
  return (
    <p className={styles.unfinished}>
      <span>
        <b>{missingWords(customer)}.</b> Consumers need both to sign up and to purchase.
      </span>
      <Link className="link" to={wizardPath(customer.id, step)}>
        Continue
      </Link>
    </p>
  )
}

function Facts({ customer }: { customer: Customer }) {
  return (
    <>
      <section className={styles.part} aria-labelledby="customer-company">
        <h2 id="customer-company">Company</h2>
        <dl className={styles.facts}>
          <Fact label="Company Name">{customer.companyName}</Fact>
          <Fact label="Customer Url">{customer.url}</Fact>
          <Fact label="Details">
            <span className={styles.details}>{customer.details}</span>
          </Fact>
          <Fact label="Threshold Token">{formatTokens(customer.thresholdToken)}</Fact>
          <Fact label="Time Zone">{zoneLabel(customer.timeZone)}</Fact>
        </dl>
      </section>
      <section className={styles.part} aria-labelledby="customer-login">
        <h2 id="customer-login">Login</h2>
        <dl className={styles.facts}>
          <Fact label="Name">{customer.fullName}</Fact>
          <Fact label="Username">{customer.username}</Fact>
          <Fact label="Email">
            <EmailAddress>{customer.email}</EmailAddress>
            {customer.unverifiedEmail && (
              <span className={styles.unverified}>
                {customer.unverifiedEmail} <span className={styles.warn}>(Unverified)</span>
              </span>
            )}
          </Fact>
          <Fact label="Mobile Number">
            <span className="num">{formatPhone(customer.contactNumber)}</span>
          </Fact>
        </dl>
      </section>
    </>
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

function zoneLabel(name: string): string {
  return timeZones.find((zone) => zone.name === name)?.label ?? name
}
