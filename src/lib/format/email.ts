const ADDRESS =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;

/**
 * Returns whether a text is an email address that mail servers and Supabase Auth accept, which excludes quoted names
 * and other alphabets. This is the same rule as private.is_email in the database, and both are tested with the same
 * cases (tests/support/emails.ts).
 */
export const isEmail = (text: string): boolean => ADDRESS.test(text);
