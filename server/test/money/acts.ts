import { randomBytes, randomUUID } from 'node:crypto'
import { waysToPay } from '@almanac/contract/payments'
import { chargeAudio } from '../../src/features/audio/charge-audio.ts'
import { resumeAutoPurchase } from '../../src/features/auto-purchase/resume-auto-purchase.ts'
import { toggleAutoPurchase } from '../../src/features/auto-purchase/toggle-auto-purchase.ts'
import { buyPackage } from '../../src/features/payments/buy-package.ts'
import { cancelPurchase } from '../../src/features/payments/cancel-purchase.ts'
import { checkoutWallet } from '../../src/features/payments/checkout-wallet.ts'
import { confirmDefaultWallet } from '../../src/features/payments/confirm-default-wallet.ts'
import { orderWithWallet } from '../../src/features/payments/order-with-wallet.ts'
import { requireProvider } from '../../src/features/payments/providers.ts'
import { requireDefault } from '../../src/features/payments/queries.ts'
import { deleteDefaultPayment } from '../../src/features/payments/save-default-method.ts'
import { startDefaultWallet } from '../../src/features/payments/start-default-wallet.ts'
import { refundPayment } from '../../src/features/refunds/refund-payment.ts'
import { DomainError, OutcomeUnknownError } from '../../src/platform/errors.ts'
import { decideAt } from '../wallet.ts'
import { type PurchaseHere, readHere, readThere } from './books.ts'
import { Crash, type Wish, withTrouble } from './mishaps.ts'
import { agreeToRule } from './permissions.ts'
import { type Click, readingTokens, type Scene, saveCard } from './scene.ts'
import {
  allowAll,
  changeOffer,
  changeThreshold,
  deletePackage,
  edit,
  fill,
  returnSunburst,
  sendSunburst,
  stopAll,
} from './shop-acts.ts'
import { deliver, passSeconds, runLanes } from './worker.ts'

type Told = { kind: 'done'; value: unknown } | { kind: 'refused' } | { kind: 'unknown' }

/** Answers that say nothing about whether money was moved. */
const openCodes = new Set([
  'payment_pending',
  'provider_unavailable',
  'approval_missing',
  'earlier_purchase_paid',
])

/** What a person is told. Whatever is no expected failure would be answered 500, and fails the run. */
async function tell(act: () => Promise<unknown>): Promise<Told> {
  try {
    return { kind: 'done', value: await act() }
  } catch (error) {
    if (error instanceof Crash || error instanceof OutcomeUnknownError) return { kind: 'unknown' }
    if (!(error instanceof DomainError)) throw error
    return openCodes.has(error.code) ? { kind: 'unknown' } : { kind: 'refused' }
  }
}

/** Runs it with its trouble and company; of two answers the more definite one counts, and paid before refused. */
async function tellAmid(scene: Scene, { trouble, crowd }: Wish, act: () => Promise<unknown>): Promise<Told> {
  const told = await withTrouble(scene.mishap, trouble, () => {
    const company = crowd === 'worker' ? [runLanes(scene).then(() => null)] : []
    const acts = crowd === 'twice' ? [tell(act), tell(act)] : [tell(act)]
    return Promise.all([...acts, ...company])
  })
  const own = told.filter((one) => one !== null)
  return own.find(({ kind }) => kind === 'done') ?? own.find(({ kind }) => kind === 'unknown') ?? refused
}

const refused: Told = { kind: 'refused' }

function pick<Value>(values: readonly Value[], which: number): Value | undefined {
  return values[which % Math.max(1, values.length)]
}

const cards = [
  ...Array<string>(6).fill('pm_card_visa'),
  'pm_card_authenticationRequired',
  'pm_card_chargeDeclined',
  'pm_card_chargeDeclinedInsufficientFunds',
] as const

function pressOnce({ deps, owner }: Scene, { key, way, paymentId, packageId }: Click): Promise<unknown> {
  const order = { ...owner, packageId, isSavedAsDefault: false, idempotencyKey: key }
  if (way === 'wallet') return orderWithWallet(deps, { ...order, paymentSource: 'paypal', expected: {} })
  if (way === 'card') {
    const request = { with: way, paymentId }
    return buyPackage(deps, { ...order, with: waysToPay.card, chooseMethod: async () => paymentId, request })
  }
  const isCard = paymentId === 'card'
  const to = isCard ? waysToPay.card : waysToPay.paypal
  return buyPackage(deps, {
    ...order,
    with: to,
    chooseMethod: (tx) =>
      requireDefault(tx, owner, isCard ? 'card' : 'wallet', requireProvider(deps, to.provider)),
    request: { with: paymentId },
  })
}

async function press(scene: Scene, click: Click, wish: Wish): Promise<void> {
  click.told = 'unknown'
  noteAnswer(click, await tellAmid(scene, wish, () => pressOnce(scene, click)))
}

function noteAnswer(click: Click, told: Told): void {
  if (told.kind === 'refused') click.told = 'refused'
  if (told.kind !== 'done') return
  const { message, approveUrl, id } = told.value as { message?: string; approveUrl?: string; id?: string }
  if (approveUrl && id) Object.assign(click, { orderId: id, approveUrl })
  else if (message) click.told = 'paid'
}

async function pickSettled(scene: Scene, which: number): Promise<PurchaseHere | undefined> {
  const { purchases } = await readHere(scene)
  return pick(
    purchases.filter(({ state }) => state === 'settled'),
    which,
  )
}

/** What the provider refuses is passed over. */
async function atDashboard(scene: Scene, path: string, body: object): Promise<{ id?: string }> {
  const answer = await scene.host.sandbox.control(path, body).catch(() => ({ data: {} }))
  return (answer as { data: { id?: string } }).data
}

const takenBy = ({ provider, captureId }: PurchaseHere) =>
  provider === waysToPay.card.provider ? { charge: captureId } : { capture: captureId }

async function buy(scene: Scene, wish: Wish): Promise<void> {
  const isDefault = wish.way === 'default'
  const { permissions } = scene
  if (isDefault && !permissions.kept) await keep(scene, 'card')
  const paymentId = (isDefault ? permissions.kept?.kind : pick(cards, wish.which)) ?? 'card'
  const { packageId } = permissions
  const click: Click = {
    key: randomUUID(),
    way: wish.way,
    paymentId,
    packageId,
    told: 'unknown',
    orderId: null,
  }
  scene.clicks.push(click)
  await press(scene, click, wish)
  if (click.orderId && wish.part > 40) await approve(scene, { ...wish, which: scene.clicks.indexOf(click) })
}

/** The wallet's owner agrees or not, and comes back, or closes the tab. */
async function approve(scene: Scene, wish: Wish): Promise<void> {
  const first = wish.which % Math.max(1, scene.clicks.length)
  const inTurn = [...scene.clicks.slice(first), ...scene.clicks.slice(0, first)]
  const click = inTurn.find(({ orderId, told }) => orderId !== null && told === 'unknown') as
    | (Click & { approveUrl: string })
    | undefined
  if (!click) return
  await decideAt(click.approveUrl, { decision: wish.part > 15 ? 'approve' : 'cancel' }).catch(() => null)
  if (wish.part % 3 === 0) return
  const { deps, owner } = scene
  const order = { ...owner, packageId: click.packageId, orderId: click.orderId ?? '' }
  noteAnswer(click, await tellAmid(scene, wish, () => checkoutWallet(deps, order)))
}

async function answerBank(scene: Scene, { which, part }: Wish): Promise<void> {
  const challenge = pick((await readThere(scene)).challenges, which)
  if (!challenge) return
  const decision = part > 30 ? 'approve' : 'fail'
  const body = new URLSearchParams({ client_secret: challenge.clientSecret, decision })
  await fetch(`${scene.host.sandbox.url}/sandbox-frame/challenge`, { method: 'POST', body })
}

async function cancel(scene: Scene, wish: Wish): Promise<void> {
  const { purchases } = await readHere(scene)
  const open = purchases.filter(({ state }) => state === 'started' || state === 'requires_action')
  const purchase = pick(open, wish.which)
  if (!purchase) return
  const own = { ...scene.owner, purchaseId: purchase.id }
  const told = await tellAmid(scene, wish, () => cancelPurchase(scene.deps, own))
  const click = scene.clicks.find(({ key }) => key === purchase.key)
  if (!click || told.kind !== 'done') return
  click.told = (told.value as { isPaid: boolean }).isPaid ? 'paid' : 'refused'
}

/** A reading, its button pressed twice at once. */
async function read(scene: Scene): Promise<void> {
  const { deps, owner, audioId } = scene
  const charge = { ...owner, audioId, session: randomUUID(), loginHash: randomBytes(32) }
  const told = await Promise.all([1, 2].map(() => tell(() => chargeAudio(deps.db, charge))))
  if (!told.some(({ kind }) => kind === 'done')) return
  scene.spentTokens += readingTokens
  scene.permissions.hasCause = true
}

const keepDefault = (scene: Scene, { way }: Wish) => keep(scene, way === 'wallet' ? 'wallet' : 'card')

async function keep(scene: Scene, kind: 'card' | 'wallet'): Promise<void> {
  const { deps, owner, host, permissions } = scene
  if (kind === 'card') await saveCard(deps, owner)
  else {
    const { redrictUrl } = await startDefaultWallet(deps, owner)
    const to = await decideAt(redrictUrl)
    const approvalToken = to.searchParams.get('approval_token_id') ?? ''
    await confirmDefaultWallet(deps, { ...owner, approvalToken })
  }
  const [kept] = await host.query<{ methodId: string }>(
    `select provider_method_id as method_id from default_payments where consumer_id = ${owner.consumerId}`,
  )
  const methodId = kept?.methodId ?? ''
  permissions.kept = { kind, methodId }
  permissions.barredMethods.delete(methodId)
  permissions.hasCause = true
}

async function deleteDefault({ deps, owner, permissions }: Scene): Promise<void> {
  await deleteDefaultPayment(deps, owner)
  Object.assign(permissions, { kept: null, rule: null })
}

async function toggle(scene: Scene, isOn: boolean): Promise<void> {
  const { deps, owner, permissions } = scene
  if (isOn && !permissions.kept) await keep(scene, 'card')
  const { packageId } = permissions
  const told = await tell(() => toggleAutoPurchase(deps, { ...owner, packageId, isOn }))
  if (told.kind !== 'done') return
  if (isOn) agreeToRule(permissions)
  else permissions.rule = null
}

async function resume({ deps, owner, permissions }: Scene): Promise<void> {
  const told = await tell(() => resumeAutoPurchase(deps, owner, {}))
  if (told.kind === 'done') agreeToRule(permissions)
}

async function refund(scene: Scene, wish: Wish): Promise<void> {
  const { deps, admin, owner } = scene
  const again = wish.part % 4 === 0 ? pick(scene.refundClicks, wish.which) : undefined
  const purchase = again ? undefined : await pickSettled(scene, wish.which)
  if (!again && !purchase) return
  const amountCents = wish.part > 70 ? null : partOf(purchase?.amountCents ?? 0, wish.part)
  const click = again ?? { key: randomUUID(), purchaseId: purchase?.id ?? 0, amountCents }
  if (!again) scene.refundClicks.push(click)
  const order = {
    admin,
    consumerId: owner.consumerId,
    reason: undefined,
    expectedCents: undefined,
    expectedTokens: undefined,
  }
  await tellAmid(scene, wish, () => refundPayment(deps, { ...order, ...click, idempotencyKey: click.key }))
}

const partOf = (cents: number, percent: number) => Math.ceil((cents * percent) / 100)

/** All that is left, or a part. */
async function refundThere(scene: Scene, { which, part }: Wish): Promise<void> {
  const purchase = await pickSettled(scene, which)
  if (!purchase) return
  const amount = part > 60 ? {} : { amountCents: partOf(purchase.amountCents, part) }
  await atDashboard(scene, 'refunds', { ...takenBy(purchase), ...amount })
}

/** Of all that is left, or of a part; for fraud, or not. */
async function dispute(scene: Scene, { which, part, crowd }: Wish): Promise<void> {
  const purchase = await pickSettled(scene, which)
  if (!purchase) return
  const { provider, amountCents } = purchase
  const isCard = provider === waysToPay.card.provider
  const amount = part > 50 ? {} : { amountCents: partOf(amountCents, 2 * part) }
  const reason =
    crowd === 'alone'
      ? {}
      : { reason: isCard ? 'product_not_received' : 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED' }
  const stage = isCard || part % 2 === 0 ? {} : { stage: 'INQUIRY' }
  const opened = await atDashboard(scene, 'disputes', {
    ...takenBy(purchase),
    ...amount,
    ...reason,
    ...stage,
  })
  if (opened.id)
    scene.disputes.push({ id: opened.id, provider, amountCents: amount.amountCents ?? amountCents })
}

/** Won, lost, or settled with a part of the money. */
async function decide(scene: Scene, { which, part }: Wish): Promise<void> {
  const decided = pick(scene.disputes, which)
  if (!decided) return
  const isPart = part <= 20
  const amount = isPart ? { amountCents: partOf(decided.amountCents, 3 * part) } : {}
  await atDashboard(scene, `disputes/${decided.id}/close`, { status: part > 50 ? 'won' : 'lost', ...amount })
}

/** Some event comes once or often, early or late; all of them, in any order, after a long silence. */
async function hear(scene: Scene, wish: Wish): Promise<void> {
  const { events } = await readThere(scene)
  const heard =
    wish.part > 80 ? events.toReversed() : events.slice(wish.which % Math.max(1, events.length)).slice(0, 3)
  for (const event of heard) await deliver(scene, event, 1 + (wish.part % 3))
  await work(scene, wish)
}

async function work(scene: Scene, { trouble }: Wish): Promise<void> {
  await withTrouble(scene.mishap, trouble, () => runLanes(scene))
}

/** Processes die and others are started: what they had in hand is theirs. */
async function restart(scene: Scene, wish: Wish): Promise<void> {
  await passSeconds(scene, pick([5, 20, 70, 200, 1_500, 4_000, 23_000], wish.which) ?? 5)
  await work(scene, wish)
}

async function pressAgain(scene: Scene, wish: Wish): Promise<void> {
  const click = pick(scene.clicks, wish.which)
  if (click && click.told !== 'paid') await press(scene, click, wish)
}

export const acts = {
  buy,
  pressAgain,
  approve,
  answerBank,
  cancel,
  read,
  edit,
  keepDefault,
  turnOn: (scene: Scene) => toggle(scene, true),
  turnOff: (scene: Scene) => toggle(scene, false),
  resume,
  deleteDefault,
  changeOffer,
  changeThreshold,
  deletePackage,
  stopAll,
  allowAll,
  fill,
  sendSunburst,
  returnSunburst,
  refund,
  refundThere,
  dispute,
  decide,
  hear,
  restart,
} satisfies Record<string, (scene: Scene, wish: Wish) => Promise<void>>
