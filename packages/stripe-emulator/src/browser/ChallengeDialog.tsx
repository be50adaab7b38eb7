import { Dialog } from 'radix-ui';
import type { Drawing } from './look';

export type Outcome = 'complete' | 'fail';

/** Shows the emulator's 3-D Secure challenge. Closing it counts as a refusal. */
export function ChallengeDialog({ onAnswer, texts, look }: { onAnswer: (outcome: Outcome) => void } & Drawing) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onAnswer('fail')}>
      <Dialog.Portal>
        <Dialog.Overlay className={look.overlay} />
        <Dialog.Content className={look.dialog} onPointerDownOutside={(event) => event.preventDefault()}>
          <Dialog.Title className={look.title}>{texts.challenge}</Dialog.Title>
          <Dialog.Description className={look.text}>{texts.challengeText}</Dialog.Description>
          <div className={look.actions}>
            <button type="button" className={look.primary} onClick={() => onAnswer('complete')}>
              {texts.complete}
            </button>
            <button type="button" className={look.secondary} onClick={() => onAnswer('fail')}>
              {texts.fail}
            </button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
