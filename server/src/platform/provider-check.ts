/** What a call to a provider at start has shown of its settings. */
export type ProviderCheck =
  | { kind: 'works' }
  /** The provider does not accept them. `problem` starts with the variable's name. */
  | { kind: 'refused'; problem: string }
  /** It gave no answer that tells. `reason` follows the provider's name, e.g. `did not answer`. */
  | { kind: 'unknown'; reason: string }
