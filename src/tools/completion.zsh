#compdef htm
# SPDX-License-Identifier: GPL-2.0
# zsh completion for htm(1)

# those of this machine, if this is root on one that has any
_htm_targets()
{
	local -a targets=(${(f)"$(htm list 2>/dev/null | sed -n 's/^\(n[^ ]*\) .*/\1/p')"})

	(($#targets)) || targets=(n0.p0.c0.t1 n0.p0.c0.t2 n0.p0.c0.t3)
	_wanted targets expl target compadd -a targets
}

_htm_list()
{
	_arguments $help '--json[as JSON]'
}

_htm_record()
{
	_arguments -S $help \
		'--all-chips[every nest target of every chip]' \
		'(-C --cpu)'{-C+,--cpu=}'[open all targets on this CPU]:CPU:' \
		'--duration=[trace for so long, at most]:seconds:' \
		'*'{-e+,--event=}'[record that too]:event:(cycles instructions cpu-clock context-switches)' \
		'(-m --mmap-pages)'{-m+,--mmap-pages=}'[size of each ring]:size:' \
		'(-o --output)'{-o+,--output=}'[where the files go]:directory:_directories' \
		'(-p --pid)'{-p+,--pid=}'[until that process ends]:process:_pids' \
		'*'{-t+,--target=}'[what to trace]:target:_htm_targets' \
		'(-)1:command: _command_names -e' \
		'*:argument:_files'
}

_htm_report()
{
	_arguments $help \
		'(-i --input)'{-i+,--input=}'[recording]:file or directory:_files' \
		'--json[as JSON]' \
		'(-o --output)'{-o+,--output=}'[where the files go]:directory:_directories'
}

_htm_resolve()
{
	_arguments $help \
		'(-l --lpar)'{-l+,--lpar=}'[in the memory of this one only]:LPAR:' \
		'*'{-m+,--map=}'[translation file]:file:_files -g "translation.*"' \
		'(-r --reverse)'{-r,--reverse}'[from logical to physical]' \
		'*:address:'
}

_htm_decode()
{
	_arguments $help \
		'(-d --decoder)'{-d+,--decoder=}'[name, or a command with %i]:decoder: _command_names -e' \
		'(-i --input)'{-i+,--input=}'[what htm report wrote]:file or directory:_files' \
		'(-l --lpar)'{-l+,--lpar=}'[whose logical addresses]:LPAR:'
}

_htm_inject()
{
	_arguments $help \
		'(-i --input)'{-i+,--input=}'[recording]:file or directory:_files' \
		'(-l --lpar)'{-l+,--lpar=}'[whose addresses are wanted]:LPAR:' \
		'(-m --map)'{-m+,--map=}'[translation file]:file:_files -g "translation.*"' \
		'(-o --output)'{-o+,--output=}'[file to write]:file:_files' \
		'(-t --target)'{-t+,--target=}'[whose trace it is]:target:_htm_targets' \
		'*:decoded file:_files'
}

_htm_stat()
{
	_arguments -S $help \
		'(-I --interval-print)'{-I+,--interval-print=}'[also tell what is new]:milliseconds:' \
		'--json[as JSON, an object in each line]' \
		'(-o --output)'{-o+,--output=}'[where to write]:file:_files' \
		'(-)1:command: _command_names -e' \
		'*:argument:_files'
}

_htm()
{
	local -a commands=(
		'list:the targets that this machine has'
		'record:trace targets while a command runs'
		'report:turn what was recorded into the files that decoders read'
		'resolve:tell whose memory an address is'
		'decode:run a decoder on a trace'
		'inject:make samples for perf of what a decoder printed'
		'stat:count the calls of the hypervisor, and time them'
	)
	local -a help=('(- *)'{-\?,--help}'[help]' '(- *)--usage[short help]' '(- *)'{-V,--version}'[version]')
	local expl

	if ((CURRENT == 2)); then
		_describe -t commands 'htm command' commands
		_arguments $help
		return
	fi
	shift words
	((CURRENT--))
	(($+functions[_htm_$words[1]])) && _htm_$words[1]
}

_htm "$@"
