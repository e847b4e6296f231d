import {
  allowAutoPurchases,
  autoPurchaseCount,
  autoPurchasePackageId,
  stopAutoPurchases,
} from '../../src/features/auto-purchase/index.ts'
import { endDeliveries } from '../../src/features/delivery/end-deliveries.ts'
import { planDueTexts } from '../../src/features/delivery/plan-due-texts.ts'
import { editBalance } from '../../src/features/ledger/edit-balance.ts'
import { readBalance } from '../../src/features/ledger/index.ts'
import { deletePackage as takeOffSale } from '../../src/features/packages/delete-package.ts'
import { DomainError } from '../../src/platform/errors.ts'
import type { Wish } from './mishaps.ts'
import { type Scene, sellPackage } from './scene.ts'

/** What an admin changes: package, threshold, balance, the stop of all. */

const automaticPrices = [2_240, 2_100, 2_400, 1_900]
const tokenCounts = [28, 28, 28, 30]
/** Below every number of tokens that is sold. */
const thresholds = [2, 9, 1, 21]

const pick = <Value>(values: readonly Value[], which: number): Value => values[which % values.length] as Value

export async function changeOffer({ host, permissions }: Scene, { which, part }: Wish): Promise<void> {
  const offer = {
    ...permissions.offer,
    automaticCents: pick(automaticPrices, which),
    numberOfTokens: part > 70 ? pick(tokenCounts, which) : permissions.offer.numberOfTokens,
  }
  await host.query(
    `update packages set auto_renew_price_cents = ${offer.automaticCents}, number_of_tokens = ${offer.numberOfTokens}
     where id = ${permissions.packageId}`,
  )
  permissions.offer = offer
}

export async function changeThreshold({ host, tenant, permissions }: Scene, { which }: Wish): Promise<void> {
  permissions.thresholdTokens = pick(thresholds, which)
  await host.query(
    `update tenants set threshold_token = ${permissions.thresholdTokens} where id = ${tenant.id}`,
  )
}

/** Another one of the same kind takes its place in the shop, and in no rule. */
export async function deletePackage({ host, deps, admin, tenant, permissions }: Scene): Promise<void> {
  await takeOffSale(
    { ...deps, autoPurchaseCount, autoPurchasePackageId },
    { ...admin, role: 'admin' } as Parameters<typeof takeOffSale>[1],
    permissions.packageId,
  )
  permissions.rule = null
  permissions.packageId = await sellPackage(host, tenant, permissions.offer)
}

export async function stopAll({ deps, permissions }: Scene): Promise<void> {
  await deps.db.transact((tx) => stopAutoPurchases(tx, 'The books do not agree'))
  permissions.isStopped = true
}

export async function allowAll({ deps, permissions }: Scene): Promise<void> {
  await deps.db.transact(allowAutoPurchases)
  permissions.isStopped = false
}

export const edit = (scene: Scene, { part }: Wish) => addTokens(scene, part - 60)

/** The largest balance that the database holds, in tokens. */
const balanceMax = 2_147_483_647

/** Fills the balance up to its limit, or nearly. */
export async function fill(scene: Scene, { part }: Wish): Promise<void> {
  const { tenantId, consumerId } = scene.owner
  const balance = await readBalance(scene.deps.db.reader, tenantId, consumerId)
  await addTokens(scene, balanceMax - balance - part)
}

async function addTokens(scene: Scene, wished: number): Promise<void> {
  const { deps, owner, admin } = scene
  const tokens = Math.max(wished, -(await readBalance(deps.db.reader, owner.tenantId, owner.consumerId)))
  if (tokens === 0) return
  const wish = { numberOfTokens: Math.abs(tokens), addToken: tokens > 0, subtractToken: tokens < 0 }
  const edited = await editBalance(deps.db, {
    admin,
    ...owner,
    wish,
    idempotencyKey: undefined,
  } as Parameters<typeof editBalance>[1]).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error
  })
  if (edited) scene.editedTokens += tokens
}

/** A text comes due, and its token is taken where there is one. */
export async function sendSunburst(scene: Scene): Promise<void> {
  const { host, deps, tenant, owner, permissions } = scene
  const [text] = await host.query<{ id: number }>(
    `insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at)
     values (${tenant.id}, ${tenant.categoryId}, 'A slow breakfast', 'Text ' || gen_random_uuid(), now() - interval '1 second')
     returning id`,
  )
  const isCovered = (await readBalance(deps.db.reader, owner.tenantId, owner.consumerId)) > 0
  while ((await planDueTexts(deps)) > 0);
  if (!text || !isCovered) return
  scene.spentTokens += 1
  scene.sunbursts.push(text.id)
  permissions.hasCause = true
}

/** One that is on its way reaches nobody, as the provider says once or twice: its token comes back. */
export async function returnSunburst(scene: Scene, { which, part }: Wish): Promise<void> {
  const { host, deps, sunbursts } = scene
  const [textId] = sunbursts.splice(which % Math.max(1, sunbursts.length), 1)
  if (textId === undefined) return
  const deliveries = await host.query<{ id: number }>(`select id from deliveries where text_id = ${textId}`)
  const ended = deliveries.map(({ id }) => ({ id, reason: 'unknown-address' }))
  for (let times = 0; times < 1 + (part % 2); times++)
    await deps.db.transact((tx) =>
      endDeliveries(tx, { to: 'undeliverable', from: ['planned', 'sending', 'sent', 'unknown'] }, ended),
    )
  scene.spentTokens -= 1
}
