import { useEffect } from 'react';

/** Uses the light theme while printing. */
export function usePrintTheme(): void {
  useEffect(() => {
    const { classList } = document.documentElement;
    let dark = false;
    const before = () => {
      dark = classList.contains('dark');
      classList.remove('dark');
    };
    const after = () => classList.toggle('dark', dark);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
}
