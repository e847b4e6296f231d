import { useUser } from '../../api/session.ts'
import { useAddressState, wordField } from '../../api/use-address-state.ts'
import { OpenPurchases } from '../../open-purchases.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { TokenAmount } from '../../ui/token.tsx'
import styles from './activity.module.css'
import { PurchaseList } from './purchase-list.tsx'
import { TokenHistory } from './token-history.tsx'

const TABS = [
  { value: 'tokens', label: 'Token History' },
  { value: 'purchases', label: 'Purchases' },
] as const
const ADDRESS = { shown: wordField('show', ['tokens', 'purchases']) }

/** My Activity: what moved the balance, and what was bought. The tab stands in the address. */
export function Component() {
  const { tokenBalance } = useUser()
  const [{ shown }, show] = useAddressState(ADDRESS)
  return (
    <>
      <PageHead
        title="My Activity"
        text={
          <span className={styles.balance}>
            Your balance is <TokenAmount tokens={tokenBalance} />
          </span>
        }
      >
        <Tabs
          id="activity"
          label="Activity"
          tabs={TABS}
          value={shown}
          onChange={(tab) => show({ shown: tab })}
        />
      </PageHead>
      <OpenPurchases />
      <TabPanel id="activity" value="tokens" shown={shown === 'tokens'}>
        {shown === 'tokens' && <TokenHistory />}
      </TabPanel>
      <TabPanel id="activity" value="purchases" shown={shown === 'purchases'}>
        {shown === 'purchases' && <PurchaseList />}
      </TabPanel>
    </>
  )
}
