import { signMany } from '@territorio/local-supabase/storage/requests';
import { expect, it } from 'vitest';

const sign = async (count: number, signal: AbortSignal, ask: (request: Request) => Promise<Response>) => {
  const paths = Array.from({ length: count }, (_, n) => `file-${n}.png`);
  const path = '/storage/v1/object/sign/media';
  const body = JSON.stringify({ expiresIn: 60, paths });
  const request = new Request(`http://api.test${path}`, { method: 'POST', body, signal });
  const response = await signMany(request, path, ask);
  return (await response?.json()) as { path: string; signedURL: string }[];
};
const signedUrl = (request: Request) => Response.json({ signedUrl: `${new URL(request.url).pathname}?token=x` });

it('stops signing 20,000 paths when the client leaves', async () => {
  const client = new AbortController();
  let asked = 0;
  const signed = await sign(20_000, client.signal, async (request) => {
    asked += 1;
    if (asked === 3) client.abort();
    return signedUrl(request);
  });
  expect([asked, signed.length]).toEqual([3, 3]);
});

it('control: signs all paths for a client that waits', async () => {
  let asked = 0;
  const signed = await sign(200, new AbortController().signal, async (request) => {
    asked += 1;
    return signedUrl(request);
  });
  expect([asked, signed.length, signed.at(-1)?.signedURL]).toEqual([
    200,
    200,
    '/object/sign/media/file-199.png?token=x',
  ]);
});
