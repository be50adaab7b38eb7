import { t } from '@lingui/core/macro';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { createRoot } from 'react-dom/client';
import { Toaster } from 'sonner';

let mounted: Promise<void> | undefined;

/** Mounts the toasts once. Resolves when they can be shown. */
export function mountToaster(): Promise<void> {
  mounted ??= new Promise((resolve) => {
    const host = document.createElement('div');
    document.body.append(host);
    createRoot(host).render(
      <Toaster
        position="bottom-left"
        containerAriaLabel={t`Notifications`}
        style={{ fontFamily: 'inherit' }}
        mobileOffset={{ bottom: '4.75rem' }}
        // On phones, sonner's own width leaves a margin on both sides.
        toastOptions={{ unstyled: true, className: 'toast w-full' }}
        icons={{
          success: <CircleCheck className="size-5 text-lago-300" />,
          error: <CircleAlert className="size-5 text-achiote-300" />,
        }}
      />,
    );
    // Sonner subscribes in an effect, so it is ready after one frame and one task.
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });
  return mounted;
}
