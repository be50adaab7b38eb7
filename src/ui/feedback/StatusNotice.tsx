import { useEffect, useState } from 'react';
import { isSignedOut } from '@/lib/api/errors';
import { cx } from '@/ui/cx';
import { Alert } from './Alert.tsx';
import { SignInLink } from './SignInLink.tsx';

/** How long a status message stays visible by default, in milliseconds. */
const SHOWN_MS = 3000;

interface Notice {
  tone: 'success' | 'danger';
  text: string;
  /** True if the session has ended. The message then stays, so that its link can be reached. */
  signIn?: boolean;
}

export interface StatusControls {
  notice: Notice | null;
  success: (text: string) => void;
  /** An error of an ended session gets a link to the login. */
  failure: (why: string | Error) => void;
  clear: () => void;
}

/** Manages a message about the last action, which disappears automatically. */
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
 * Shows the message over the page like a toast. It is visible from the middle of a long table and doesn't move a
 * button that someone is about to tap.
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
