import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { type ArchiveFile, packZip } from './zip-archive.ts';

/** The Python client as a file that pip installs. */
export interface PythonWheel {
  readonly project: string;
  readonly fileName: string;
  readonly content: Buffer;
  readonly sha256: string; // lower-case hex
  readonly requiresPython: string;
}

/** The fields of pyproject.toml that the metadata of a wheel has. */
interface Project {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly 'requires-python': string;
  readonly keywords: readonly string[];
  readonly classifiers: readonly string[];
  readonly dependencies: readonly string[];
  readonly 'optional-dependencies': Readonly<Record<string, readonly string[]>>;
}

/** The Python client in this repository, or in the installed package. */
export const PYTHON_CLIENT_DIR = join(import.meta.dirname, '..', '..', 'sdk-python');

/**
 * Packs the Python client as a wheel, without Python. A wheel of pure Python is a zip archive of its sources and a
 * folder with metadata. The same sources give the same bytes.
 *
 * Source: PyPA, Binary distribution format; Core metadata 2.1; Recording installed projects.
 *
 * @param dir  the folder with pyproject.toml, README.md, LICENSE and `src/<name>/`
 */
export async function buildPythonWheel(dir: string): Promise<PythonWheel> {
  const { project } = parse(await readFile(join(dir, 'pyproject.toml'), 'utf8')) as unknown as {
    readonly project: Project;
  };
  const { name, version, 'requires-python': requiresPython } = project;
  const info = `${name}-${version}.dist-info`;
  const readme = await readFile(join(dir, 'README.md'), 'utf8');
  const files = [
    ...(await readSources(join(dir, 'src', name), name)),
    textFile(`${info}/LICENSE`, await readFile(join(dir, 'LICENSE'), 'utf8')),
    textFile(`${info}/METADATA`, renderMetadata(project, readme)),
    textFile(`${info}/WHEEL`, WHEEL),
  ];
  const content = packZip([...files, textFile(`${info}/RECORD`, renderRecord(files, `${info}/RECORD`))]);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { project: name, fileName: `${name}-${version}-py3-none-any.whl`, content, sha256, requiresPython };
}

const WHEEL = 'Wheel-Version: 1.0\nGenerator: crossbook\nRoot-Is-Purelib: true\nTag: py3-none-any\n';

/** The modules and type marker of the package, by name; nothing that Python has cached. */
async function readSources(folder: string, name: string): Promise<readonly ArchiveFile[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.py') || file === 'py.typed').sort();
  return Promise.all(
    names.map(async (file) => ({ path: `${name}/${file}`, content: await readFile(join(folder, file)) })),
  );
}

const textFile = (path: string, text: string): ArchiveFile => ({ path, content: Buffer.from(text) });

function renderMetadata(project: Project, readme: string): string {
  const extras = Object.entries(project['optional-dependencies']);
  const lines = [
    ['Metadata-Version', '2.1'],
    ['Name', project.name],
    ['Version', project.version],
    ['Summary', project.description],
    ['License', 'MIT'],
    ['Keywords', project.keywords.join(',')],
    ...project.classifiers.map((each) => ['Classifier', each]),
    ['Requires-Python', project['requires-python']],
    ...project.dependencies.map((each) => ['Requires-Dist', each]),
    ...extras.flatMap(([extra, packages]) => [
      ['Provides-Extra', extra],
      ...packages.map((each) => ['Requires-Dist', `${each}; extra == "${extra}"`]),
    ]),
    ['Description-Content-Type', 'text/markdown'],
  ];
  return `${lines.map(([field, value]) => `${field}: ${value}\n`).join('')}\n${readme}`;
}

/** The list of files with hash and size; it cannot have its own hash. */
function renderRecord(files: readonly ArchiveFile[], own: string): string {
  const rows = files.map(({ path, content }) => {
    const hash = createHash('sha256').update(content).digest('base64url');
    return `${path},sha256=${hash},${content.length}\n`;
  });
  return `${rows.join('')}${own},,\n`;
}
