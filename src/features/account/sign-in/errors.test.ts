import { msg } from '@lingui/core/macro';
import { describe, expect, it } from 'vitest';
import { i18n } from '@/lib/i18n/i18n';
import { toAuthError } from './errors.ts';

const FALLBACK = msg`An error occurred during sign in`;

describe('toAuthError', () => {
  it.each([
    [{ code: 'invalid_credentials', message: 'x' }, 'Incorrect email or password. Please try again.'],
    [{ message: 'Invalid login credentials' }, 'Incorrect email or password. Please try again.'],
    [
      { code: 'email_not_confirmed', message: 'x' },
      'Please check your email to confirm your account before logging in.',
    ],
    [{ message: 'User already registered' }, 'An account with this email already exists'],
    [
      { code: 'pkce_code_verifier_not_found', message: 'PKCE code verifier not found in storage.', status: 400 },
      'This link is no longer valid. Please ask for a new one.',
    ],
    [
      { code: 'bad_code_verifier', message: 'code challenge does not match', status: 400 },
      'This link is no longer valid. Please ask for a new one.',
    ],
    [
      {
        code: 'validation_failed',
        message: 'code challenge does not match previously saved code verifier',
        status: 400,
      },
      'This link is no longer valid. Please ask for a new one.',
    ],
    [
      { code: 'flow_state_not_found', message: 'invalid flow state, no valid flow state found', status: 404 },
      'This link is no longer valid. Please ask for a new one.',
    ],
    [
      { code: 'otp_expired', message: 'Token has expired or is invalid', status: 403 },
      'This code is wrong or has expired. Only the code in the most recent email works.',
    ],
    [
      { code: 'PT400', message: 'Please use a name without web addresses or special characters', status: 400 },
      'Please use a name without web addresses or special characters',
    ],
    [
      { code: 'invalid_input', message: 'Please use a name of at most 120 characters', status: 400 },
      'Please use 120 characters or fewer',
    ],
    [{ message: 'Signups not allowed', status: 422 }, 'Signups not allowed'],
    [{ message: '', status: 400 }, 'An error occurred during sign in'],
    [{ message: '{}', status: 400 }, 'An error occurred during sign in'],
    [{ message: 'x', status: 503 }, 'Something went wrong on our side. Please try again in a moment.'],
    [{ message: 'Email rate limit exceeded', status: 429 }, 'Too many requests. Please wait a minute and try again.'],
  ])('%j', (error, text) => {
    expect(toAuthError(error, FALLBACK).message).toBe(text);
  });

  it("does not show the service's English on a page in another language", () => {
    i18n.loadAndActivate({ locale: 'es', locales: 'es-GT', messages: {} });
    expect(toAuthError({ message: 'Signups not allowed', status: 422 }, FALLBACK).message).toBe(i18n._(FALLBACK));
    expect(toAuthError({ code: 'same_password', message: 'x', status: 422 }, FALLBACK).message).toMatch(
      /different from the old one$/,
    );
    i18n.loadAndActivate({ locale: 'en', locales: 'en-US', messages: {} });
  });

  it("does not show the browser's text for a lost network", () => {
    expect(toAuthError({ message: 'Failed to fetch', status: 0 }, FALLBACK)).toMatchObject({ code: 'network' });
  });
});
