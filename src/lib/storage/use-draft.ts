import { useRef, useState } from 'react';
import { readText, removeText, writeText } from './storage.ts';

const join = (texts: string[]) => texts.filter(Boolean).join('\n\n');

/**
 * Keeps a draft for this tab. The key names author and purpose, so that the draft survives a reload or signing in
 * and no one else sees it. A text being sent is kept until the server has it. If sending fails, it returns to the
 * field, before newer text.
 */
export function useDraft(key: string) {
  const [text, setText] = useState(() => readText('session', key) ?? '');
  const now = useRef(text);
  const onTheWay = useRef<string[]>([]);

  function keep() {
    const all = join([...onTheWay.current, now.current]);
    if (all) writeText('session', key, all);
    else removeText('session', key);
  }

  function write(value: string) {
    now.current = value;
    setText(value);
    keep();
  }

  /** Empties the field and sends. Throws if sending fails. */
  async function send(value: string, deliver: (value: string) => Promise<unknown>) {
    onTheWay.current.push(value);
    write('');
    const leave = () => {
      const at = onTheWay.current.indexOf(value);
      onTheWay.current.splice(at, 1);
    };
    try {
      await deliver(value);
      leave();
      keep();
    } catch (error) {
      leave();
      write(join([value, now.current]));
      throw error;
    }
  }

  return { text, write, send };
}
