import type { ReactNode } from 'react';

export function PanelNote({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <p role={busy ? 'status' : undefined} className="px-3 py-8 text-center text-sm text-ink-2">
      {children}
    </p>
  );
}
