import { t } from '@lingui/core/macro';
import { Dialog } from 'radix-ui';

export type Outcome = 'complete' | 'fail';

/** The bank's question of 3-D Secure, as the emulator asks it. Closing it is a refusal, as it is at a bank. */
export function ChallengeDialog({ onAnswer }: { onAnswer: (outcome: Outcome) => void }) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onAnswer('fail')}>
      <Dialog.Portal>
        <Dialog.Overlay className="sheet-overlay" />
        <Dialog.Content className="dialog dialog-center p-6" onPointerDownOutside={(event) => event.preventDefault()}>
          <Dialog.Title className="text-xl font-bold">{t`3-D Secure authentication`}</Dialog.Title>
          <Dialog.Description className="mt-2 text-ink-2">
            {t`Your bank asks whether it is you who pays. This is the test bank: choose how it answers.`}
          </Dialog.Description>
          <div className="mt-6 flex flex-col gap-3 sm:flex-row-reverse">
            <button type="button" className="btn btn-primary" onClick={() => onAnswer('complete')}>
              {t`Complete authentication`}
            </button>
            <button type="button" className="btn btn-secondary" onClick={() => onAnswer('fail')}>
              {t`Fail authentication`}
            </button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
