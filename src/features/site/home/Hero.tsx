import { Trans } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import { art } from '@/lib/media/art';
import { paths, withQuery } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { Poster } from '@/ui/media/Poster';

interface Props {
  guest: boolean;
  referral: string | null;
}

/** Shows the poster with its title. */
export function Hero({ guest, referral }: Props) {
  return (
    <section className="px-3 pt-3 sm:px-4 sm:pt-4">
      <Poster
        picture={art.hero()}
        sizes="100vw"
        priority
        frame={false}
        className="mx-auto flex min-h-[32rem] short:min-h-[16rem] max-w-[100rem] flex-col rounded-2xl sm:min-h-[38rem] lg:min-h-[39rem]"
      >
        {/* Brightens the sunrise a little behind the words. */}
        <div className="absolute inset-0 bg-[radial-gradient(46%_34%_at_50%_27%,rgb(255_252_238/.5),rgb(255_250_230/.22)_62%,transparent)]" />
        {/* On the smallest phones this reaches down to the trees. */}
        <div className="absolute inset-0 bg-[linear-gradient(transparent_25%,rgb(255_252_238/.6)_45%,rgb(255_252_238/.6)_70%,transparent_82%)] min-[24rem]:hidden" />
        <div className="relative mx-auto flex max-w-3xl flex-col items-center px-[min(1.25rem,5vw)] pt-9 short:pt-6 text-center sm:pt-14 lg:pt-16">
          <h1 className="font-title text-5xl text-anil-950 short:max-w-60 short:text-3xl">
            <Trans>See Guatemala with the people who call it home</Trans>
          </h1>
          <p className="mt-4 max-w-xl text-lg font-medium text-anil-900 short:hidden sm:text-xl">
            <Trans>Book local guides, boats and shuttles in every region. Pay by card, then show your QR ticket.</Trans>
          </p>
          <div className="mt-7 hidden gap-3 sm:flex">
            <Buttons guest={guest} referral={referral} signUp="paper" />
          </div>
        </div>
      </Poster>
    </section>
  );
}

/** Shows the buttons below the search on a phone. */
export function PhoneButtons(props: Props) {
  return (
    <div className="mt-4 grid gap-3 px-4 sm:hidden">
      <Buttons {...props} signUp="secondary" />
    </div>
  );
}

interface ButtonsProps extends Props {
  /** The look of the second button. */
  signUp: 'paper' | 'secondary';
}

function Buttons({ guest, referral, signUp }: ButtonsProps) {
  return (
    <>
      <LinkButton to={withQuery(paths.regions, { ref: referral })} variant="primary" size="lg">
        <Trans>Explore Experiences</Trans>
        <ArrowRight aria-hidden="true" />
      </LinkButton>
      {guest && (
        <LinkButton to={withQuery(paths.register, { ref: referral })} variant={signUp} size="lg" className="for-guests">
          <Trans>Sign Up Now</Trans>
        </LinkButton>
      )}
    </>
  );
}
