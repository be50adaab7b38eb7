import { t } from '@lingui/core/macro';
import type { Picture } from './media.ts';

/**
 * Describes one of the app's own posters, which aren't in the catalogue. Colour and focus come from the art's
 * sheet.
 */
function scene(file: string, color: string, focus: string, alt: string, height = 1000): Picture {
  return { src: `/art/${file}.svg`, srcSet: null, color, width: 1600, height, focus, alt };
}

export const art = {
  hero: () => scene('rio-dulce-tall', '#6fb3ae', '52% 67%', t`A lancha crossing the Río Dulce canyon at sunrise`, 1500),
  castillo: () => scene('castillo', '#9a4d61', '42% 58%', t`Fort at the mouth of Lake Izabal`),
  mangrove: () => scene('mangrove', '#20554c', '53% 66%', t`Kayak, heron and kingfisher`),
  waterfall: () => scene('hot-waterfall', '#689d67', '50% 56%', t`Bathers under the warm falls`),
  livingston: () => scene('livingston', '#80b6a5', '46% 62%', t`Painted Garífuna boat on the sand`),
  atitlan: () => scene('atitlan', '#708e90', '50% 40%', t`Three volcanoes, lancha and dock`),
  atitlanNight: () => scene('atitlan-night', '#1d355b', '54% 40%', t`Stars over Lake Atitlán`),
  antigua: () => scene('antigua', '#9a8c88', '50% 46%', t`Volcán de Agua behind the arch`),
  semuc: () => scene('semuc', '#62a998', '54% 64%', t`Limestone pools stepping down the valley`),
  tikal: () => scene('tikal', '#81997e', '44% 48%', t`Temple over canopy mist, toucan`),
  quetzal: () => scene('quetzal', '#88b1a6', '36% 40%', t`Resplendent quetzal on a mossy limb`),
  flores: () => scene('flores', '#8a6692', '50% 60%', t`Island town with its lights coming on`),
  rioDulce: () => scene('rio-dulce', '#55978a', '52% 66%', t`Lancha leaving the gorge towards Lívingston`),
};
