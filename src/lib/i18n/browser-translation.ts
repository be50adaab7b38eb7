import { currentLanguage } from './i18n.ts';

/**
 * The parts of the browser's language detector and translator that we use (Chrome 138 and later). Nothing leaves
 * the device.
 */
type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';
interface Detector {
  detect(text: string): Promise<{ detectedLanguage: string; confidence: number }[]>;
}
interface Pair {
  sourceLanguage: string;
  targetLanguage: string;
}
interface Browser {
  LanguageDetector?: { availability(): Promise<Availability>; create(): Promise<Detector> };
  Translator?: {
    availability(pair: Pair): Promise<Availability>;
    create(pair: Pair): Promise<{ translate(text: string): Promise<string> }>;
  };
}
const browser = globalThis as Browser;

/** A guess below this confidence is ignored, because with a wrong `lang` a screen reader uses the wrong voice. */
const CONFIDENCE = 0.7;

let detector: Promise<Detector | undefined> | undefined;

async function createDetector(): Promise<Detector | undefined> {
  // We don't download the detector for this, because guests at a dock may pay for data.
  const isThere = (await browser.LanguageDetector?.availability()) === 'available';
  return isThere ? browser.LanguageDetector?.create() : undefined;
}

/** Returns the language of a text, if this browser can detect it. */
export async function detectLanguage(text: string): Promise<string | undefined> {
  if (!browser.LanguageDetector) return undefined;
  detector ??= createDetector();
  const [best] = (await (await detector)?.detect(text)) ?? [];
  return best && best.confidence >= CONFIDENCE && best.detectedLanguage !== 'und' ? best.detectedLanguage : undefined;
}

const baseOf = (tag: string) => tag.split('-')[0];
const pairFrom = (sourceLanguage: string): Pair => ({ sourceLanguage, targetLanguage: currentLanguage().code });

/** Returns whether this browser can translate that language into the page's. */
export async function canTranslate(from: string): Promise<boolean> {
  if (!browser.Translator || baseOf(from) === currentLanguage().code) return false;
  return (await browser.Translator.availability(pairFrom(from))) !== 'unavailable';
}

/**
 * Translates a text into the page's language. Call it after a tap, because the browser may need to download a
 * model.
 */
export async function translate(text: string, from: string): Promise<string> {
  const translator = await browser.Translator?.create(pairFrom(from));
  if (!translator) throw new Error('This browser does not translate.');
  return translator.translate(text);
}
