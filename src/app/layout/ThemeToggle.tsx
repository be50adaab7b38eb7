import { useLingui } from '@lingui/react/macro';
import { Moon, Sun } from 'lucide-react';
import { setTheme, useTheme } from '@/lib/hooks/theme';
import { IconButton } from '@/ui/Button';

export function ThemeToggle({ className }: { className?: string }) {
  const { t } = useLingui();
  const dark = useTheme() === 'dark';
  return (
    <IconButton
      label={dark ? t`Use the light theme` : t`Use the dark theme`}
      {...(className ? { className } : {})}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    >
      {dark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
    </IconButton>
  );
}
