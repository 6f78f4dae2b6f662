/** The result of a game as a picture to share: drawn as SVG, turned into a PNG in the browser. */

import type { Ending } from "$lib/board";
import { language } from "$lib/settings.svelte";

export interface PictureContent {
  table: string;
  /** The game's name. */
  game: string;
  /** Who won. */
  title: string;
  places: { name: string; place: number; points: number | null }[];
  pieces: Ending["pieces"];
}

const WIDTH = 1200;
const HEIGHT = 630;
const PLACES = [
  [980, 110, 150],
  [1110, 250, 110],
  [860, 60, 80],
  [1080, 420, 130],
  [950, 560, 100],
  [1150, 580, 70],
];

/** Share the picture with the device's share dialog, else download it. */
export async function sharePicture(result: PictureContent): Promise<void> {
  const file = new File([await png(drawn(result))], `atoll-${result.table}.png`, { type: "image/png" });
  const url = `${location.origin}/r/${result.table}`;
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: result.title, url });
    } catch (error) {
      // The person cancelled.
      if ((error as Error).name !== "AbortError") throw error;
    }
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function png(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  canvas.getContext("2d")!.drawImage(image, 0, 0, WIDTH, HEIGHT);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

function drawn({ table, game, title, places, pieces }: PictureContent): string {
  // The variables of the light theme: the picture has no style sheet.
  const sample = document.createElement("i");
  sample.dataset.theme = "light";
  document.body.append(sample);
  const style = getComputedStyle(sample);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  const [ink, quiet, accent, line] = ["--ink", "--ink-2", "--accent", "--line"].map(value);
  const symbol = (name: string, x: number, y: number, size: number, colour: string): string => {
    sample.className = colour;
    const set = ["--c", "--d", "--l", "--m", "--cut", "--art"].map((each) => `${each}:${value(each)}`).join(";");
    const source = document.getElementById(name)!;
    return `<svg x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" viewBox="${source.getAttribute("viewBox")}" style="${set};color:${ink}">${source.innerHTML}</svg>`;
  };
  const art = PLACES.map(([x, y, size], at) => {
    const [name, colour] = pieces[at % pieces.length];
    return symbol(name, x, y, size, colour);
  });
  const step = Math.min(78, 300 / places.length);
  const rows = places.slice(0, 6).map(({ name, place, points }, at) => {
    const y = 262 + at * step;
    const weight = place === 1 ? 750 : 500;
    return `${at ? `<path d="M70 ${y - step + 20}H760" stroke="${line}"/>` : ""}
      <text x="70" y="${y}" font-size="38" font-weight="${weight}" fill="${place === 1 ? accent : quiet}">${places.length > 1 ? `${place}. ` : ""}${escaped(shortened(name, 24))}</text>
      <text x="760" y="${y}" font-size="44" font-weight="750" text-anchor="end" fill="${ink}">${points ?? "?"}</text>`;
  });
  const date = new Date().toLocaleDateString(language(), { dateStyle: "long" });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif">
    <defs><linearGradient id="water" x2="0" y2="1"><stop stop-color="${value("--water-0")}"/><stop offset="1" stop-color="${value("--water-1")}"/></linearGradient></defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#water)"/>
    ${art.join("")}
    <text x="70" y="100" font-size="34" font-weight="600" fill="${quiet}">${escaped(game)}</text>
    <text x="70" y="172" font-size="64" font-weight="750" fill="${ink}">${escaped(shortened(title, 24))}</text>
    ${rows.join("")}
    ${symbol("mark", 88, 577, 36, "")}
    <text x="118" y="586" font-size="24" font-weight="600" fill="${quiet}">${escaped(`${date} · ${location.host}/r/${table}`)}</text>
  </svg>`;
  sample.remove();
  return svg;
}
