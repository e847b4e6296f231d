/**
 * Leads this process's calls of https://api.stripe.com to a provider sandbox on this machine: the product itself runs as
 * it does with real keys. Loaded by `node --import`; STRIPE_HOST_URL is the sandbox's address. No setting of the product.
 */
import https from 'node:https'
import { connect } from 'node:net'

const stripeHost = 'api.stripe.com'
const { STRIPE_HOST_URL } = process.env
if (!STRIPE_HOST_URL) throw new Error('STRIPE_HOST_URL names the sandbox that stands for Stripe.')
const { hostname, port } = new URL(STRIPE_HOST_URL)

const { createConnection } = https.Agent.prototype
/** What is asked of Stripe's host goes to the sandbox's port, as it is and without TLS; everything else as ever. */
https.Agent.prototype.createConnection = function (options, onCreate) {
  if (options.host !== stripeHost) return createConnection.call(this, options, onCreate)
  return connect({ host: hostname, port: Number(port) })
}
