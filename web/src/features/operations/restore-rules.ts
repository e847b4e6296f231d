import type { HeldGroup, RestoreReport } from '@almanac/contract/operations'
import { countOf } from '../../ui/format.ts'
import type { HealthFigure } from './health-rules.ts'

/** What became of the time that a restored database lacks. */
export function restoreFigures({ findings, sms }: RestoreReport): HealthFigure[] {
  return [
    {
      label: 'Payments credited',
      count: findings.credited,
      advice: 'A provider took them in that time; their consumers have their tokens again, once.',
      needsSomebody: false,
    },
    {
      label: 'Refunds recorded',
      count: findings.refunded,
      advice: 'They were given back in that time, and took their tokens with them again.',
      needsSomebody: false,
    },
    {
      label: 'SMS found sent',
      count: sms.foundSent,
      advice: 'The provider has them, so that they are not sent again. Their tokens are taken as before.',
      needsSomebody: false,
    },
    {
      label: 'SMS sent now',
      count: sms.released,
      advice: 'The provider has never had them, and they are not too late.',
      needsSomebody: false,
    },
    {
      label: 'SMS looked up',
      count: sms.lookedUp,
      advice:
        'The provider is being asked, ever less often while it does not answer. They are not sent before.',
      needsSomebody: false,
    },
  ]
}

/** `2 letters`, `1 SMS`. */
export function countsOfHeld({ letters, sms }: HeldGroup): string {
  return [letters > 0 && countOf(letters, 'letter'), sms > 0 && `${sms.toLocaleString('en-US')} SMS`]
    .filter(Boolean)
    .join(', ')
}
