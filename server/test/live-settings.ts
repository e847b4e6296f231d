/** Settings of well-formed test keys; nobody's. */
export const livePayments = {
  PAYMENTS: 'live',
  STRIPE_SECRET_KEY: 'sk_test_51Nova8bQ2xWcYt7Lr',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_51Nova8bQ2xWcYt7Lr',
  STRIPE_WEBHOOK_SECRET: 'whsec_8bQ2xWcYt7LrNova',
}

export const liveMessages = {
  MESSAGES: 'live',
  PUBLIC_URL: 'https://almanac.example',
  TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
  TWILIO_API_KEY_SID: 'SK0123456789abcdef0123456789abcdef',
  TWILIO_API_KEY_SECRET: 'a-secret-of-the-key',
  TWILIO_AUTH_TOKEN: 'fedcba9876543210fedcba9876543210',
  TWILIO_MESSAGING_SERVICE_SID: 'MG0123456789abcdef0123456789abcdef',
  SMTP_URL: 'smtps://nova:secret@mail.example',
  MAIL_FROM: 'Almanac <hello@almanac.example>',
}

export const testPayPal = {
  PAYPAL: 'test',
  PAYPAL_CLIENT_ID: 'AZDxjDScFpQtjWTOUtWKbyN_bDt4OgqaF4eYXlewfBP4-8aqX3PiV8e1GWU6liB2CUXlkA59kJXE7M6R',
  PAYPAL_CLIENT_SECRET: 'EGnHDxD_qRPdaLdZz8iCr8N7_MzF-YHPTkjs6NKYQvQSBngp4PTTVWkPZRbL1pIQ5CxHtVlZLmB4wBqX',
  PAYPAL_WEBHOOK_ID: '5GP028458E2496506',
}
