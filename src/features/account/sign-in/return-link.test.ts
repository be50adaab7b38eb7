import { describe, expect, it } from 'vitest';
import { parseReturn } from './return-link.ts';

describe('parseReturn', () => {
  it('reads tokens from the fragment', () => {
    expect(parseReturn('', '#access_token=a&refresh_token=b&type=signup')).toMatchObject({
      accessToken: 'a',
      refreshToken: 'b',
      code: null,
      next: null,
    });
  });

  it('reads a code, a target and an invite from the query', () => {
    expect(parseReturn('?code=c&next=%2Fbookings&invite=i', '')).toMatchObject({
      code: 'c',
      next: '/bookings',
      invite: 'i',
      failure: null,
    });
  });

  it('never takes tokens from the query, nor a target that is not ours', () => {
    expect(parseReturn('?access_token=a&refresh_token=b&next=https://evil.example', '')).toMatchObject({
      accessToken: null,
      next: null,
    });
    expect(parseReturn('?next=//evil.example', '#next=//evil.example').next).toBeNull();
  });

  it('sends a recovery to the new password, whatever was lost on the way', () => {
    expect(parseReturn('', '#access_token=a&refresh_token=b&type=recovery').next).toBe('/password-reset');
  });

  it('reads what the auth service says went wrong', () => {
    expect(parseReturn('', '#error=access_denied&error_description=Email+link+is+invalid').failure).toBe(
      'Email link is invalid',
    );
    expect(parseReturn('?error=server_error', '').failure).toBe('server_error');
  });
});
