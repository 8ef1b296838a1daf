-- What the expressions of units need, written the way one would in Lua: shapes are tables
-- with methods, axis 0 is element 1.
--
-- SPDX-License-Identifier: MIT
local Methods = {}
local meta = { __index = Methods }

meta.__eq = function (a, b)
  if a.count ~= b.count then return false end
  for i = 1, a.count do
    if a[i] ~= b[i] then return false end
  end
  return true
end

local function new_shape (sizes)
  sizes.count = #sizes
  return setmetatable (sizes, meta)
end

local function place (shape, axis)
  if axis < 0 then axis = axis + shape.count end
  if axis < 0 or axis >= shape.count then error ("no such axis") end
  return axis + 1
end

local function product (shape, first, last)
  local result = 1
  for i = first, last do result = result * shape[i] end
  return result
end

function Methods:size (axis) return self[place (self, axis)] end
function Methods:flat () return product (self, 1, self.count) end
function Methods:slot (axis) return product (self, place (self, axis) + 1, self.count) end

function Methods:step (start, stop)
  local first = place (self, start)
  if stop then return product (self, first, stop) end
  return product (self, 1, first - 1)
end

function Methods:remove (axis)
  local sizes, left_out = {}, place (self, axis)
  for i = 1, self.count do
    if i ~= left_out then sizes[#sizes + 1] = self[i] end
  end
  return new_shape (sizes)
end

local function round (x)
  local down = math.floor (x)
  if x - down < 0.5 or (x - down == 0.5 and down % 2 == 0) then return down end
  return down + 1
end

local function whole (x)
  return x < 0 and math.ceil (x) or math.floor (x)
end

local function Shape (...)
  local sizes, n = {}, select ("#", ...)
  for i = 1, n do sizes[i] = (select (n - i + 1, ...)) end
  return new_shape (sizes)
end

-- A fresh table of names for each unit.
function new_names ()
  return { Shape = Shape, round = round, int = whole, max = math.max, min = math.min,
           abs = math.abs, floor = math.floor, ceil = math.ceil, sqrt = math.sqrt,
           exp = math.exp, log = math.log, sin = math.sin, cos = math.cos }
end

-- Evaluates the first `n` of a list of functions that starts again at its end.
function run (functions, n)
  local count = #functions
  for i = 0, n - 1 do functions[i % count + 1] () end
end
