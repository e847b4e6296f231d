/** The providers that faults can be switched on for. */
export const faultProviders = ['stripe', 'paypal', 'twilio', 'smtp'] as const
export type FaultProvider = (typeof faultProviders)[number]

/** What can go wrong. "after_success": the provider did its work and the caller doesn't learn of it;
 * "before": it did nothing. */
export const faultKinds = [
  'timeout_after_success',
  'reset_after_success',
  'error_500_after_success',
  'error_500_before',
  'timeout_before',
  'reset_before',
  'conflict_409',
  'rate_limited_429',
  'latency',
  'token_expired',
  'decline',
  'pending',
  'late_vault_id',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** What a bank or PayPal decides about a payment that is otherwise well. */
const decisions = ['decline', 'pending', 'late_vault_id'] as const
type Decision = (typeof decisions)[number]

/** A fault for the next `times` calls of a provider. */
export type Fault = {
  id: number
  provider: FaultProvider
  kind: FaultKind
  times: number
  /** HTTP method it strikes; `*` for any. Without meaning for SMTP. */
  method: string
  /** A part of the path (or of the recipient, for SMTP); empty strikes every call. */
  path: string
  /** For `latency`, in milliseconds. */
  latencyMs: number
  /** For `decline`: Stripe's decline code, PayPal's issue or Twilio's error code; for `pending`: PayPal's reason. */
  code: string
}

export type FaultInput = Pick<Fault, 'provider' | 'kind'> & Partial<Omit<Fault, 'id' | 'provider' | 'kind'>>
export type Faults = ReturnType<typeof makeFaults>

/** The switched-on faults, in memory only: a restarted provider is a healthy one. */
export function makeFaults() {
  let active: Fault[] = []
  let nextId = 1
  const use = (fault: Fault): Fault => {
    fault.times -= 1
    if (fault.times <= 0) active = active.filter((other) => other !== fault)
    return fault
  }
  const matching = (provider: FaultProvider, method: string, path: string) =>
    active.filter(
      (fault) =>
        fault.provider === provider &&
        (fault.method === '*' || fault.method === method) &&
        path.includes(fault.path),
    )
  const strikeDecision = (provider: FaultProvider, kind: Decision, path: string): Fault | undefined => {
    const fault = matching(provider, 'POST', path).find((candidate) => candidate.kind === kind)
    return fault && use(fault)
  }
  return {
    add: (input: FaultInput): Fault => {
      const fault = {
        id: nextId,
        times: 1,
        method: 'POST',
        path: '',
        latencyMs: 2000,
        code: '',
        ...input,
      }
      nextId += 1
      active.push(fault)
      return fault
    },
    /** The transport faults that strike this call; each is used up by one. */
    strike: (provider: FaultProvider, method: string, path: string): Fault[] => {
      const struck = new Map<string, Fault>()
      for (const fault of matching(provider, method, path)) {
        if (decisions.some((one) => one === fault.kind)) continue
        const group = fault.kind === 'latency' ? 'latency' : 'outcome'
        if (!struck.has(group)) struck.set(group, fault)
      }
      return [...struck.values()].map(use)
    },
    /** The refusal, if any, that the issuer or the carrier has ready for this call. */
    strikeDecline: (provider: FaultProvider, path: string): Fault | undefined =>
      strikeDecision(provider, 'decline', path),
    strikeDecision,
    list: (): Fault[] => active.map((fault) => ({ ...fault })),
    remove: (id: number): void => {
      active = active.filter((fault) => fault.id !== id)
    },
    clear: (): void => {
      active = []
    },
  }
}
