import { useEffect, useState } from 'react';
import { isSignedOut } from '@/lib/api/errors';
import { cx } from '@/ui/cx';
import { Alert } from './Alert.tsx';
import { SignInLink } from './SignInLink.tsx';

/** The time for which a message is visible by default, in milliseconds. */
const SHOWN_MS = 3000;

interface Notice {
  tone: 'success' | 'danger';
  text: string;
  /** True if the session has ended. The message then stays, so that people can reach its link. */
  signIn?: boolean;
}

export interface StatusControls {
  notice: Notice | null;
  success: (text: string) => void;
  /** Shows a failure. If the session has ended, it gets a link to the login. */
  failure: (why: string | Error) => void;
  clear: () => void;
}

/**
 * Returns the message about the last action and functions that set it. A message disappears after `ms` milliseconds.
 */
export function useStatus(ms = SHOWN_MS): StatusControls {
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => {
    if (!notice || notice.signIn) return;
    const timer = setTimeout(() => setNotice(null), ms);
    return () => clearTimeout(timer);
  }, [notice, ms]);
  return {
    notice,
    success: (text) => setNotice({ tone: 'success', text }),
    failure: (why) =>
      setNotice({ tone: 'danger', text: why instanceof Error ? why.message : why, signIn: isSignedOut(why) }),
    clear: () => setNotice(null),
  };
}

/**
 * Shows the message above the page, like a toast. It is visible from anywhere in a long table, and moves no button that
 * someone is about to tap.
 */
export function StatusNotice({ notice }: Pick<StatusControls, 'notice'>) {
  return (
    <div
      className="pointer-events-none fixed inset-x-4 bottom-19 z-40 empty:hidden md:right-auto md:bottom-6 md:left-6 md:max-w-md"
      aria-live="polite"
    >
      {notice && (
        <Alert tone={notice.tone} className={cx('shadow-lg', notice.signIn && 'pointer-events-auto')}>
          {notice.text}
          {notice.signIn && <SignInLink />}
        </Alert>
      )}
    </div>
  );
}
