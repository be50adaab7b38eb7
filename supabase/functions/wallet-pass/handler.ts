import { z } from 'zod';
import { type Dependencies, requireUser } from '../_shared/dependencies.ts';
import { answer, HttpError, inTheLog, readBody } from '../_shared/http.ts';
import { mailLink } from '../_shared/link-targets.ts';
import { walletPassBody } from '../_shared/schemas.ts';
import { applePass, PKPASS } from '../_shared/wallet/apple-pass.ts';
import { createGooglePass, saveLink } from '../_shared/wallet/google.ts';
import { readPass } from '../_shared/wallet/pass.ts';
import { linkedPass, passLink } from '../_shared/wallet/tokens.ts';

export function handle(request: Request, deps: Dependencies): Promise<Response> {
  if (request.method === 'GET') return inTheLog(request, () => download(request, deps));
  return answer(request, async () => {
    const body = await readBody(request, walletPassBody);
    const user = await requireUser(request, deps);
    const wallet = deps.wallets[body.wallet]();
    if (!wallet) throw new HttpError(404, 'wallet_not_offered', "You can't add tickets to this wallet");
    const serial = z.string().parse(
      await deps.as(user.token)('add_wallet_pass', {
        p_booking_id: body.booking_id,
        p_google: body.wallet === 'google',
        p_language: body.language ?? null,
      }),
    );
    return { url: await (body.wallet === 'apple' ? linkToDownload(serial, deps) : linkToGoogle(serial, deps)) };
  });
}

async function linkToDownload(serial: string, { wallets, mail }: Dependencies): Promise<string> {
  return `${mail.functionsUrl}/wallet-pass?${await passLink(wallets.apple()?.tokenKey ?? '', serial)}`;
}

async function linkToGoogle(serial: string, deps: Dependencies): Promise<string> {
  const [google, pass] = [deps.wallets.google(), await readPass(deps, serial)];
  if (!google || !pass) throw new HttpError(404, 'wallet_not_offered', "You can't add tickets to this wallet");
  await createGooglePass(pass, google, deps.fetch);
  return saveLink(google, serial, deps.mail.appUrl);
}

/** An expired or forged address redirects to the page where a new one can be created. */
async function download(request: Request, deps: Dependencies): Promise<Response> {
  const apple = deps.wallets.apple();
  const serial = apple && (await linkedPass(apple.tokenKey, new URL(request.url).searchParams));
  const pass = serial ? await readPass(deps, serial) : null;
  if (!apple || !pass) {
    const location = deps.mail.appUrl + mailLink.bookings();
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
  }
  return new Response(await applePass(pass, apple, `${deps.mail.functionsUrl}/apple-wallet`), {
    headers: {
      'content-type': PKPASS,
      'content-disposition': 'inline; filename="territorio.pkpass"',
      'cache-control': 'no-store',
    },
  });
}
