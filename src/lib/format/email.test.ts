// @vitest-environment node
import { emails, notEmails } from '@tests/support/emails';
import { expect, it } from 'vitest';
import { isEmail } from './email.ts';

it('accepts the same email addresses as the database', () => {
  expect(emails.filter((email) => !isEmail(email))).toEqual([]);
  expect(notEmails.filter(isEmail)).toEqual([]);
});
