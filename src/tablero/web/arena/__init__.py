"""The public face of an arena: everything by alias, nothing before it is published."""
