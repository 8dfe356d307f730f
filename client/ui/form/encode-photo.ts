/** Maximum length of a photo's data URL in characters, so that many photos fit into the browser's storage. */
const photoLimit = 200 * 1000;

/** Maximum side lengths in px, tried in this order. The first is twice the displayed size, for high-density screens. */
const sides = [480, 360, 240, 120];
const qualities = [0.85, 0.7, 0.5];

function draw(image: ImageBitmap, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  // Fill the background, because transparent pixels would turn black in a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Re-encodes a picture as a small JPEG data URL without metadata. Returns undefined if this is not possible. */
export async function encodePhoto(file: Blob): Promise<string | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return undefined;
  try {
    for (const side of sides) {
      const canvas = draw(image, side);
      for (const quality of qualities) {
        const url = canvas.toDataURL('image/jpeg', quality);
        if (url.length <= photoLimit) return url;
      }
    }
    return undefined;
  } finally {
    image.close();
  }
}
