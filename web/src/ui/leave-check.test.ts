import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addLeaveCheck, isLeaveAgreed, type LeaveCheck, leaveFor, mayLeave } from './leave-check.ts'

let asked: string[] = []
let takeBack: (() => void)[] = []
/** The questions that are open, to be answered with a yes. */
let yes: (() => void)[] = []
beforeEach(() => {
  asked = []
  takeBack = []
  yes = []
})
afterEach(() => {
  for (const remove of takeBack) remove()
})

function add(held: 'screen' | 'session', name: string, lets = false): void {
  const check: LeaveCheck = (proceed, to) => {
    asked.push(to === undefined ? name : `${name} ${to}`)
    yes.push(proceed)
    return lets
  }
  takeBack.push(addLeaveCheck(held, check))
}

test('with nothing under way one leaves at once', () => {
  const act = vi.fn()
  expect(mayLeave(act, '/aurora/profile')).toBe(true)
  expect(act).not.toHaveBeenCalled()
  leaveFor(act)
  expect(act).toHaveBeenCalledOnce()
})

test('who is under way is asked, and lets go', () => {
  add('session', 'session', true)
  expect(mayLeave(() => undefined, '/aurora/faq')).toBe(true)
  expect(asked).toEqual(['session /aurora/faq'])
})

test('unsaved input is asked about first, the session after its yes, and then one leaves', () => {
  add('session', 'session')
  add('screen', 'profile')
  const act = vi.fn(() => expect(isLeaveAgreed()).toBe(true))
  expect(mayLeave(act, '/aurora/packages')).toBe(false)
  expect(asked).toEqual(['profile /aurora/packages'])
  yes[0]?.()
  expect(asked).toEqual(['profile /aurora/packages', 'session /aurora/packages'])
  expect(act).not.toHaveBeenCalled()
  yes[1]?.()
  expect(act).toHaveBeenCalledOnce()
  expect(isLeaveAgreed()).toBe(false)
})

test('a no to the first leaves the second unasked, and a no to the second keeps the first', () => {
  add('screen', 'profile')
  add('session', 'session')
  leaveFor(() => expect.unreachable())
  expect(asked).toEqual(['profile'])
  yes[0]?.()
  leaveFor(() => expect.unreachable())
  expect(asked).toEqual(['profile', 'session', 'profile'])
})

test('who lets go at once leaves the next to be asked', () => {
  add('screen', 'profile', true)
  add('session', 'session')
  expect(mayLeave(() => undefined)).toBe(false)
  expect(asked).toEqual(['profile', 'session'])
})

test('who is gone by its turn is not asked', () => {
  add('screen', 'profile')
  add('session', 'session')
  const act = vi.fn()
  leaveFor(act)
  takeBack[1]?.()
  yes[0]?.()
  expect(asked).toEqual(['profile'])
  expect(act).toHaveBeenCalledOnce()
})
