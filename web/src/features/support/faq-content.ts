import type { FaqEntry } from './faq-rules.ts'

/**
 * What the consumer reads. `{companyName}` is the tenant's name; `{readingTokens}`, `{sunburstTokens}` and
 * `{thresholdToken}` each stand for a number **with its noun**, as in '7 tokens' or '1 token', so that the
 * sentence is right for every number. Paragraphs are divided by a blank line.
 */
export const CONSUMER_FAQ = [
  {
    question: 'What are tokens, and what do they cost?',
    answer:
      'Tokens are how you pay for what you hear and read at {companyName}. A reading costs {readingTokens}. A Sunburst costs {sunburstTokens} for each message, so one sent by both SMS and email is paid for twice.\n\nA token costs $1 when bought singly and less in larger packages. Tokens do not expire, and your balance is always at the top of the page.',
  },
  {
    question: 'When do new readings appear?',
    answer:
      'Every Tuesday, just after midnight Eastern Time, for all twelve signs. A reading is 4 to 5 minutes long, and the last four weekly readings of each sign stay available.\n\nA yearly forecast appears at the start of the year, and a mid-year reading in June.',
  },
  {
    question: 'How do I play a reading, and when am I charged?',
    answer:
      'Open Play Readings, choose a sign and press play. You are asked before {readingTokens} are taken. After that you can pause, go back and play the same reading again as often as you like, until you leave the session: by choosing another sign, opening your profile or Purchase Tokens, or logging out. We ask before that happens.\n\nThe test player on the same page is free. Use it to see that your sound works.',
  },
  {
    question: 'What is a Sunburst?',
    answer:
      'A short text for your sign, once a day, to carry with you. It comes by SMS to phones on US carriers, by email, or by both, and it costs {sunburstTokens} for each message sent.\n\nSubscribe under Daily Sunbursts. You can take as many signs as you like and stop any of them when you like. If your balance does not cover a Sunburst, it is skipped and you owe nothing; the next one after you add tokens is sent automatically.',
  },
  {
    question: 'How does auto-purchase work?',
    answer:
      'Turn it on for one package under Purchase Tokens. When your balance falls to {thresholdToken} or below, that package is bought with your default payment at its auto-purchase price, and an email notice follows. If your balance is that low already when you turn it on, it is bought right away, and we say so first.\n\nTurn it off on the same card at any time. If the price rises, we ask you again before anything is bought. If a payment is declined, we write to you, and nothing is charged.',
  },
  {
    question: 'How do I save, change or delete my payment method?',
    answer:
      'Open My Profile and choose Default Payment. You can save a card there, or while you buy tokens with it. Your card number goes straight to the payment provider and is never stored here.\n\nYou can replace or delete it at any time. Deleting it also turns auto-purchase off. Your tokens and your Sunbursts stay.',
  },
  {
    question: 'Something went wrong. How do I reach a person, or ask for a refund?',
    answer:
      'Write to us under Contact Us. Your message goes to the people at {companyName}, the answer comes by email, and you can read it under Support Tickets.\n\nA payment that is still being confirmed is shown under Purchase Tokens and My Activity until its outcome is known; you do not need to pay again. For a refund, tell us the date of the purchase. Refunds go back to the card you paid with, and tokens from that purchase that you have not spent are taken back.\n\nTo stop Sunbursts by SMS at once, reply STOP to any of them. START brings them back.',
  },
] as const satisfies readonly FaqEntry[]

/** The single entry that operators see. */
export const OPERATOR_FAQ = [
  {
    question: 'Welcome. Where do I begin?',
    answer:
      'Welcome to {companyName}. Under Categories & Services, open a sign to add its readings and Sunbursts: each appears on its date, in your time zone. A reading costs your consumers {readingTokens}, a Sunburst {sunburstTokens}.\n\nRevenue & Usage shows what was sold and played, day by day. All Packages lists what your consumers can buy; packages, prices and categories are changed by the platform administrator. Messages from consumers arrive at your email address, and you answer them under Support Tickets.',
  },
] as const satisfies readonly FaqEntry[]
