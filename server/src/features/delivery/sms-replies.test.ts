import { describe, expect, test } from 'vitest'
import { helpAnswer, stopAnswer, wishOf } from './sms-replies.ts'

describe('a reply', () => {
  test.each([
    'STOP.',
    'Stop please',
    'stop!!!',
    'Stop texting me',
    'please stop sending me these messages',
    'STOP ALL',
    'Please cancel my subscription',
    'I want to opt out',
    'opt-out',
    'Opt me out? OPTOUT',
    'Unsubscribe me from this list please',
    'unsub',
    'Take me off your list',
    'remove my number',
    'Don’t text me again',
    "I don't want these anymore",
    'No more texts',
    'how do I stop this?',
    'End.',
    'quit it',
    'Wrong number',
    "Don't text me again, stop",
    "I don't want to get these, unsubscribe",
    'ALTO',
    'Arrêt',
    '🛑 STOP 🛑',
  ])('%j asks to end, though it is no keyword', (text) => {
    expect(wishOf(text)).toBe('stop')
  })

  test.each([
    'Please stop by later',
    "Don't stop, I love these",
    'please never stop sending these',
    "I can't quit you",
    'When does my subscription end?',
    'This is the end of a good day',
    'Thank you!',
    'My bus stop was flooded',
    'Do not cancel',
    "Please don't unsubscribe me",
    'I would never opt out',
    "I don't want to unsubscribe",
    'I do not want you to stop',
    'yes',
    '',
    '🙂',
  ])('%j does not', (text) => {
    expect(wishOf(text)).toBeNull()
  })

  test('of many words is not read for a single one', () => {
    expect(wishOf(`${'I liked what you wrote about patience and rain. '.repeat(4)} unsubscribe`)).toBeNull()
  })

  test.each(['Help!', 'help please', 'info?'])('%j calls for help', (text) => {
    expect(wishOf(text)).toBe('help')
  })

  test('START in other words resumes nothing: the provider would go on blocking the number', () => {
    expect(wishOf('Start please')).toBeNull()
  })
})

describe('an answer', () => {
  const aurora = { companyName: 'Aurora Astrology', supportEmail: 'help@aurora.example' }

  test('to STOP names who has stopped, and how to resume', () => {
    expect(stopAnswer([aurora])).toBe(
      'You are unsubscribed from texts of Aurora Astrology and will get no more. Reply START to resume, HELP for help.',
    )
  })

  test('to HELP says whom to write to, and how to end; nobody answers for a number that is nobody’s', () => {
    expect(helpAnswer([aurora])).toBe(
      'Aurora Astrology: daily Sunbursts by SMS. Help: help@aurora.example. Msg & data rates may apply. Reply STOP to end.',
    )
    expect(helpAnswer([])).toBeNull()
  })
})
