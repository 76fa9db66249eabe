import { crc32 } from 'node:zlib';

/** A file of an archive. */
export interface ArchiveFile {
  readonly path: string; // with `/`
  readonly content: Buffer;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_RECORD = 0x06054b50;
const VERSION = 20; // of the format
const MADE_ON_UNIX = (3 << 8) | VERSION;
const UTF8_NAMES = 0x0800;
const FIRST_DAY = 0x0021; // 1980-01-01, the earliest date of the format
const REGULAR_FILE = 0o100644 * 0x1_0000;
const ENTRIES_MAX = 0xffff;

/**
 * Packs files into a zip archive without compression, in the given order. The same files give the same bytes: dates are
 * fixed. Throws for more files than the format without its 64-bit extension can hold.
 *
 * Source: APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
 */
export function packZip(files: readonly ArchiveFile[]): Buffer {
  if (files.length > ENTRIES_MAX) throw new RangeError(`a zip archive has at most ${ENTRIES_MAX} files`);
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const local = Buffer.concat([localHeader(file), Buffer.from(file.path), file.content]);
    entries.push(centralHeader(file, offset), Buffer.from(file.path));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  return Buffer.concat([...locals, directory, endRecord(files.length, directory.length, offset)]);
}

function localHeader(file: ArchiveFile): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  writeFacts(header, 6, file);
  return header;
}

function centralHeader(file: ArchiveFile, offset: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL_HEADER, 0);
  header.writeUInt16LE(MADE_ON_UNIX, 4);
  header.writeUInt16LE(VERSION, 6);
  writeFacts(header, 8, file);
  header.writeUInt32LE(REGULAR_FILE, 38);
  header.writeUInt32LE(offset, 42);
  return header;
}

/** The fields that both headers have: flags, method, date, checksum, both sizes, and the length of the name. */
function writeFacts(header: Buffer, at: number, { path, content }: ArchiveFile): void {
  header.writeUInt16LE(UTF8_NAMES, at);
  header.writeUInt16LE(FIRST_DAY, at + 6);
  header.writeUInt32LE(crc32(content), at + 8);
  header.writeUInt32LE(content.length, at + 12);
  header.writeUInt32LE(content.length, at + 16);
  header.writeUInt16LE(Buffer.byteLength(path), at + 20);
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(END_RECORD, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}
