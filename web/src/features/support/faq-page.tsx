import { paths } from '@almanac/contract/pages'
import { IconMail, IconMessages } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTenantParams } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { CONSUMER_FAQ } from './faq-content.ts'
import { FaqEntries } from './faq-screen.tsx'
import styles from './support.module.css'

/** Support: the questions that consumers ask most, and the ways to a person. */
export function Component() {
  const { customerUrl } = useTenantParams()
  return (
    <>
      <PageHead title="Support" />
      <div className={styles.split}>
        <section aria-labelledby="faq-title">
          <h2 id="faq-title" className={styles.title}>
            Frequently Asked Questions
          </h2>
          <FaqEntries entries={CONSUMER_FAQ} />
        </section>
        <aside className={styles.aside} aria-label="More help">
          <h2>Still have a question?</h2>
          <p>Write to us. The answer comes by email, and you can read it under Support Tickets.</p>
          <div className={styles.ways}>
            <Button component={Link} to={paths.contactSupport(customerUrl)} icon={IconMail}>
              Contact Us
            </Button>
            <Button component={Link} to={paths.supportTickets(customerUrl)} icon={IconMessages}>
              Support Tickets
            </Button>
          </div>
        </aside>
      </div>
    </>
  )
}
