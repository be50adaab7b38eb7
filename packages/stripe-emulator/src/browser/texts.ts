/** The texts of Stripe's form and declines. */
const english = {
  card: 'Card',
  number: 'Card number',
  expiry: 'Expiration date',
  expiryExample: 'MM / YY',
  cvc: 'Security code',
  numberIncomplete: 'Your card number is incomplete.',
  numberInvalid: 'Your card number is invalid.',
  expiryIncomplete: "Your card's expiration date is incomplete.",
  expiryPast: "Your card's expiration date is in the past.",
  cvcIncomplete: "Your card's security code is incomplete.",
  generic_decline: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  unreachable: 'We could not reach the card service.',
  challenge: '3-D Secure authentication',
  challengeText: 'Your bank asks whether it is you who pays. This is the test bank: choose how it answers.',
  complete: 'Complete authentication',
  fail: 'Fail authentication',
};

export type Texts = typeof english;

const spanish: Texts = {
  card: 'Tarjeta',
  number: 'Número de tarjeta',
  expiry: 'Vencimiento',
  expiryExample: 'MM / AA',
  cvc: 'Código de seguridad',
  numberIncomplete: 'El número de su tarjeta está incompleto.',
  numberInvalid: 'El número de su tarjeta no es válido.',
  expiryIncomplete: 'La fecha de vencimiento de su tarjeta está incompleta.',
  expiryPast: 'Su tarjeta ya venció.',
  cvcIncomplete: 'El código de seguridad de su tarjeta está incompleto.',
  generic_decline: 'Su tarjeta fue rechazada.',
  insufficient_funds: 'Su tarjeta no tiene fondos suficientes.',
  expired_card: 'Su tarjeta está vencida.',
  incorrect_cvc: 'El código de seguridad de su tarjeta no es correcto.',
  unreachable: 'No pudimos comunicarnos con el servicio de tarjetas.',
  challenge: 'Autenticación 3-D Secure',
  challengeText: 'Su banco pregunta si es usted quien paga. Este es el banco de prueba: elija qué responde.',
  complete: 'Completar la autenticación',
  fail: 'Rechazar la autenticación',
};

/** Returns the texts in a language, or in English. */
export const textsIn = (locale = 'en'): Texts => (locale.startsWith('es') ? spanish : english);
