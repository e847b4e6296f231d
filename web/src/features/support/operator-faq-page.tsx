import { paths } from '@almanac/contract/pages'
import { IconMessages } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTenantParams } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { OPERATOR_FAQ } from './faq-content.ts'
import { FaqEntries } from './faq-screen.tsx'
import styles from './support.module.css'

/** The operator's FAQ: the welcome. */
export function Component() {
  const { customerUrl } = useTenantParams()
  return (
    <>
      <PageHead title="FAQ">
        <Button component={Link} to={paths.operator.tickets(customerUrl)} icon={IconMessages}>
          Support Tickets
        </Button>
      </PageHead>
      <div className={styles.column}>
        <h2 className="sr-only">Frequently Asked Questions</h2>
        <FaqEntries entries={OPERATOR_FAQ} />
      </div>
    </>
  )
}
