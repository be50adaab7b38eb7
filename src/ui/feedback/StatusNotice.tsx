import { useEffect, useState } from 'react';
import { Alert } from './Alert.tsx';

/** How long a status message stays, in ms, where nothing else is said. */
const SHOWN_MS = 3000;

interface Notice {
  tone: 'success' | 'danger';
  text: string;
}

export interface StatusControls {
  notice: Notice | null;
  success: (text: string) => void;
  failure: (text: string) => void;
  clear: () => void;
}

/** A message of the page about what was just done; it goes by itself. */
export function useStatus(ms = SHOWN_MS): StatusControls {
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(null), ms);
    return () => clearTimeout(timer);
  }, [notice, ms]);
  return {
    notice,
    success: (text) => setNotice({ tone: 'success', text }),
    failure: (text) => setNotice({ tone: 'danger', text }),
    clear: () => setNotice(null),
  };
}

/** Stays near the top of the window, so that it is seen from the middle of a long table too. */
export function StatusNotice({ notice }: Pick<StatusControls, 'notice'>) {
  return (
    <div className="sticky top-20 z-20 empty:hidden" aria-live="polite">
      {notice && (
        <Alert tone={notice.tone} className="mb-4 shadow-md">
          {notice.text}
        </Alert>
      )}
    </div>
  );
}
