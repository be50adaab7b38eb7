import { Trans } from '@lingui/react/macro';
import { art } from '@/lib/media/art';
import { paths, withQuery } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { Poster } from '@/ui/media/Poster';

export function Closing({ guest, referral }: { guest: boolean; referral: string | null }) {
  return (
    <section aria-labelledby="closing">
      <Poster picture={art.atitlanNight()} alt="" sizes="100vw" frame={false}>
        <div className="absolute inset-0 bg-[linear-gradient(90deg,rgb(8_12_36/.82),rgb(8_12_36/.5)_55%,rgb(8_12_36/.1))]" />
        <div className="shell">
          <div className="relative max-w-xl py-20 lg:py-28">
            <h2 id="closing" className="font-title text-4xl text-[#fbf6ee]">
              <Trans>The first boat leaves at seven</Trans>
            </h2>
            <p className="mt-4 text-lg text-[#dfe2f2]">
              {guest ? (
                <Trans>Create one account to book trips in every region. It takes only a couple of minutes.</Trans>
              ) : (
                <Trans>
                  Your account is ready. Choose a river, a volcano or a meal with local cooks, and start your trip.
                </Trans>
              )}
            </p>
            {guest ? (
              <LinkButton
                to={withQuery(paths.register, { ref: referral })}
                variant="primary"
                size="lg"
                className="for-guests mt-7"
              >
                <Trans>Get Started</Trans>
              </LinkButton>
            ) : (
              <LinkButton to={withQuery(paths.regions, { ref: referral })} variant="primary" size="lg" className="mt-7">
                <Trans>Browse Experiences</Trans>
              </LinkButton>
            )}
          </div>
        </div>
      </Poster>
    </section>
  );
}
