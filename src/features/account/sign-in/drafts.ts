/** What is typed as the address is kept for all forms of the login page. */
export const ADDRESS_DRAFT = 'sign-in';
export const REGISTER_DRAFT = 'register';
