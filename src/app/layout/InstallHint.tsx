import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { InstallAlert } from '@/features/account/home-screen/InstallAlert';
import { calendarDate } from '@/lib/format/dates';
import { isInstalled } from '@/lib/offline/install-prompt';
import { readText, writeText } from '@/lib/storage/storage';

/** The storage key of the day on which someone first worked on this phone. */
const KEY = 'territorio-install';

/** Explains how to install the app, from someone's second day of work on this phone. */
export default function InstallHint() {
  const [first] = useState(() => readText('local', KEY));
  useEffect(() => {
    if (first === null && !isInstalled()) writeText('local', KEY, calendarDate());
  }, [first]);
  if (first === null || first === calendarDate()) return null;
  return (
    <InstallAlert
      className="shell pt-3"
      withButton={
        <Trans>Add Territorio to your home screen to see your day with one tap, even without a signal.</Trans>
      }
      byShareMenu={
        <Trans>
          Add Territorio to your home screen: tap Share, then "Add to Home Screen". You'll see your day with one tap,
          even without a signal.
        </Trans>
      }
    />
  );
}
