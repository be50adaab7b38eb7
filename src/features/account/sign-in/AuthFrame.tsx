import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useReferral } from '@/features/account/referral/referral';
import { openRegions } from '@/lib/env';
import type { Picture } from '@/lib/media/media';
import { paths, withQuery } from '@/lib/routing/paths';
import { Logo } from '@/ui/brand';
import { Poster } from '@/ui/media/Poster';

export interface AuthFrameProps {
  picture: Picture;
  /** The sentence on the poster, placed where sky or water makes it easy to read. */
  line: ReactNode;
  lineAt: 'top' | 'bottom';
  children: ReactNode;
}

/** Shows a form beside a poster. On a phone the poster is a strip above the form. */
export function AuthFrame({ picture, line, lineAt, children }: AuthFrameProps) {
  const ref = useReferral();
  return (
    <div className="grid flex-1 grid-cols-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
      <div className="flex min-w-0 flex-col">
        <header className="flex flex-wrap items-center justify-between gap-4 px-5 py-4 sm:px-8">
          <Link to={withQuery(paths.home, { ref })} className="flex min-h-11 items-center rounded-sm">
            <Logo />
          </Link>
          {/* If visitors need an account to see the regions, this link would only lead back here. */}
          {(openRegions || ref) && (
            <Link
              to={withQuery(paths.regions, { ref })}
              className="inline-flex min-h-11 items-center text-sm font-medium text-ink-2 hover:text-ink"
            >
              <Trans>Browse Experiences</Trans>
            </Link>
          )}
        </header>
        <Poster
          picture={picture}
          alt=""
          sizes="100vw"
          frame={false}
          className="mx-4 h-36 rounded-xl sm:mx-8 lg:hidden"
        />
        <div className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center px-5 pt-8 pb-14 sm:px-8">
          {children}
        </div>
      </div>
      <div className="hidden p-4 lg:block">
        <Poster
          picture={picture}
          sizes="50vw"
          frame={false}
          className="sticky top-4 h-[calc(100dvh-2rem)] min-h-[38rem] rounded-2xl"
        >
          <p
            className={`font-title absolute inset-x-0 z-10 p-9 text-3xl ${lineAt === 'top' ? 'top-0 text-anil-950' : 'bottom-0 text-white'}`}
          >
            {line}
          </p>
        </Poster>
      </div>
    </div>
  );
}
