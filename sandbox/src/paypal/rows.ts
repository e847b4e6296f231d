/** The two wallets of one account at PayPal. */
export type Wallet = 'paypal' | 'venmo'

/** Who pays, as PayPal knows them. */
export type Payer = { accountId: string; email: string; givenName: string; surname: string }

/** What the payer chose to pay with on the approval page; each but `balance` goes wrong in its own way. */
export const fundings = ['balance', 'declined', 'echeck', 'disputed'] as const
export type Funding = (typeof fundings)[number]

/** What a wallet is to be kept for, as a call orders it. */
export type VaultWish = { usageType: string; permitMultiple: boolean; customerId: string | null }

export type OrderRow = {
  id: string
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  /** Null: the order was created without a payment source. */
  wallet: Wallet | null
  amountCents: number
  referenceId: string
  description: string | null
  customId: string | null
  invoiceId: string | null
  softDescriptor: string | null
  brandName: string | null
  /** Filled in for the payer, who may take another account. */
  email: string | null
  returnUrl: string | null
  cancelUrl: string | null
  vault: VaultWish | null
  /** Whose saved wallet it was created with. */
  vaultId: string | null
  payer: Payer | null
  funding: Funding
  captureId: string | null
  /** Instants are ISO 8601 in whole seconds. */
  createdAt: string
  updatedAt: string
  expiresAtMs: number
}

export type CaptureRow = {
  id: string
  orderId: string
  wallet: Wallet
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED'
  reason: string | null
  amountCents: number
  refundedCents: number
  customId: string | null
  invoiceId: string | null
  payer: Payer
  /** The wallet is kept once PayPal has done so; until then its id is unknown. */
  vault: { tokenId: string | null; customerId: string } | null
  createdAt: string
  updatedAt: string
}

export type RefundRow = {
  id: string
  captureId: string
  status: 'COMPLETED' | 'PENDING' | 'FAILED'
  amountCents: number
  customId: string | null
  invoiceId: string | null
  note: string | null
  /** A reversal is what a lost dispute takes. */
  by: 'api' | 'dashboard' | 'reversal'
  createdAt: string
  updatedAt: string
}

export type SetupTokenRow = {
  id: string
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'TOKENIZED'
  wallet: Wallet
  customerId: string
  usageType: string
  customerType: string | null
  description: string | null
  permitMultiple: boolean
  brandName: string | null
  returnUrl: string | null
  cancelUrl: string | null
  payer: Payer | null
  funding: Funding
  expiresAtMs: number
}

export type PaymentTokenRow = {
  id: string
  wallet: Wallet
  customerId: string
  payer: Payer
  funding: Funding
  usageType: string
  customerType: string | null
  description: string | null
  permitMultiple: boolean
  /** The order whose payment it was kept with. */
  orderId: string | null
  setupTokenId: string | null
  /** A deleted or revoked token stays, so that a charge with it is refused as what it was. */
  gone: 'deleted' | 'revoked' | null
}

export type DisputeRow = {
  id: string
  captureId: string
  status: 'OPEN' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED'
  stage: 'INQUIRY' | 'CHARGEBACK'
  reason: string
  amountCents: number
  outcome: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' | null
  /** What it cost the seller; 0 while it is not decided. */
  settledCents: number
  createdAt: string
  updatedAt: string
}

/** PayPal's event as it is delivered. */
export type PaypalEvent = {
  id: string
  create_time: string
  resource_type: string
  event_version: string
  event_type: string
  summary: string
  resource_version: string
  resource: Record<string, unknown>
  links: Link[]
}
export type PaypalEventRow = { id: string; event: PaypalEvent }

/** What a `PayPal-Request-Id` made; `id` is its path and the id. */
export type PaypalRequestRow = { id: string; made: string; createdAtMs: number }

/** The key that events are signed with, PEM. */
export type PaypalKeyRow = { id: string; privateKey: string; publicKey: string }

export type Link = { href: string; rel: string; method: 'GET' | 'POST' | 'DELETE' }
export type Money = { currency_code: string; value: string }
