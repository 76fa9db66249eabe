export { createMcpServer } from './mcp-server.ts';
